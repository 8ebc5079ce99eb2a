import type { HarvestBoard } from '#contract/harvest.ts';
import { API } from '#contract/paths.ts';
import type {
  EmailChange,
  LinkPurpose,
  LinkUse,
  NewPersonLink,
  People,
  PersonChange,
  PersonRights,
} from '#contract/people.ts';
import { call, callAll } from '#app/editor/shell/admin-api.ts';

const person = (id: string) => `${API.people}/${id}`;

/** Requests about people and their rights. */
export const peopleApi = {
  /** Loads the people, and the harvest board, which has the names of all locations. */
  load: () => callAll([call<People>(API.people), call<HarvestBoard>(API.harvestBoard)]),
  list: () => call<People>(API.people),
  change: (id: string, change: PersonChange) => call<object>(person(id), { method: 'PUT', body: change }),
  remove: (id: string) => call<object>(person(id), { method: 'DELETE' }),
  createPasswordLink: (id: string) =>
    call<NewPersonLink>(`${person(id)}/password-link`, { method: 'POST', body: undefined }),
  invite: (rights: PersonRights) => call<NewPersonLink>(API.personLinks, { body: rights }),
  removeLink: (id: string) => call<object>(`${API.personLinks}/${id}`, { method: 'DELETE' }),
  findLink: (token: string) => call<LinkPurpose>(API.linkPurpose, { body: { token } }),
  removeFactors: (id: string) => call<object>(`${person(id)}/factors`, { method: 'DELETE' }),
  changeEmail: (change: EmailChange) => call<object>(API.email, { body: change }),
  acceptLink: (use: LinkUse) => call<{ username: string }>(API.linkUse, { body: use }),
};
