import { sql, type Kysely } from 'kysely';

const REASON = 'The change log is append-only. See docs/operating.md.';

// Also before a replacement by `insert or replace`, which fires no trigger of deletions on SQLite.
const ON_SQLITE = [
  `create trigger change_log_no_update before update on change_log
    begin select raise(abort, '${REASON}'); end`,
  `create trigger change_log_no_delete before delete on change_log
    begin select raise(abort, '${REASON}'); end`,
  `create trigger change_log_no_insert_between before insert on change_log
    when exists (select 1 from change_log where version >= new.version)
    begin select raise(abort, '${REASON}'); end`,
];

const ON_POSTGRES = [
  `create function change_log_refuse() returns trigger language plpgsql as $$
    begin raise exception '${REASON}'; end $$`,
  // The search path may not have the schema of the table.
  `create function change_log_refuse_between() returns trigger language plpgsql as $$
    declare is_between boolean;
    begin
      execute format('select exists (select 1 from %s where version >= $1)', tg_relid::regclass)
        into is_between using new.version;
      if is_between then raise exception '${REASON}'; end if;
      return new;
    end $$`,
  `create trigger change_log_no_change before update or delete or truncate on change_log
    for each statement execute function change_log_refuse()`,
  `create trigger change_log_no_insert_between before insert on change_log
    for each row execute function change_log_refuse_between()`,
];

/** Makes the database refuse changes of the log except at its end. Servers of earlier releases only append. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = (await db.introspection.getSchemas()).length > 0;
  for (const statement of isPostgres ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db);
}
