import { formatDateTime } from '#shared/date-time.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import controls from '#app/editor/shell/controls.module.css';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';

/** Renders the choice to delete the administrator's API tokens together with the old password, if there are any. */
export function OwnTokens() {
  const { admin, timeZone } = useEditor();
  const load = useEditorQuery(adminApi.apiTokens);
  const own =
    load.state === 'loaded' ? load.body.filter(({ createdBy }) => createdBy === admin.username) : [];
  if (own.length === 0) return null;
  return (
    <div>
      <p id="own-tokens">Programs can still post bids with the API tokens you created:</p>
      <ul>
        {own.map(({ id, name, usedAt }) => (
          <li key={id}>
            {name}, {usedAt ? `last used ${formatDateTime(usedAt, timeZone)}` : 'not used yet'}
          </li>
        ))}
      </ul>
      <label className={controls.check}>
        <input type="checkbox" name="end-tokens" aria-describedby="own-tokens" />
        Delete them too
      </label>
    </div>
  );
}
