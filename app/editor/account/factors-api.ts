import type { Confirmation, Factors, NewRecoveryCodes, NewTotp } from '#contract/factors.ts';
import { API } from '#contract/paths.ts';
import { call, type CallResult } from '#app/editor/shell/admin-api.ts';
import { createPasskey, findPasskey } from '#app/editor/shell/passkeys.ts';

const passkey = (id: string) => `${API.passkeys}/${id}`;

/** Requests about the passkeys and codes of the current administrator. */
export const factorsApi = {
  list: () => call<Factors>(API.factors),
  startTotp: () => call<NewTotp>(API.totp, { body: {} }),
  confirmTotp: (code: string) => call<NewRecoveryCodes>(API.totpConfirmation, { body: { code } }),
  removeTotp: () => call<object>(API.totp, { method: 'DELETE' }),
  createRecoveryCodes: () => call<NewRecoveryCodes>(API.recoveryCodes, { body: {} }),
  async addPasskey(name: string): Promise<CallResult<NewRecoveryCodes>> {
    const created = await createPasskey();
    if (created.outcome !== 'done') return created;
    return call(API.passkeys, { body: { name, response: created.body } });
  },
  renamePasskey: (id: string, name: string) => call<object>(passkey(id), { method: 'PUT', body: { name } }),
  removePasskey: (id: string) => call<object>(passkey(id), { method: 'DELETE' }),
  /** Proves who sends the next requests. */
  confirm: (proof: Confirmation) => call<object>(API.confirmation, { body: proof }),
  async confirmWithPasskey(): Promise<CallResult<object>> {
    const found = await findPasskey(API.confirmationOptions);
    return found.outcome === 'done' ? factorsApi.confirm({ response: found.body }) : found;
  },
};
