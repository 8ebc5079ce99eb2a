import type { Generated } from 'kysely';

/** Rows as both databases store them. Times are ISO 8601 in UTC. */
export type Tables = {
  site_text: { config_id: number; content: string };
  /** Keys of the site file that the editor has replaced. `value` is JSON. */
  site_setting: { name: string; value: string };
  /** Rules per commodity. Empty until the cooperative configures them. */
  cash_commodity: {
    name: string;
    position: number;
    pounds_per_bushel: number | null;
    rounding: string;
    decimals: number;
    futures_root: string;
  };
  cash_bid: {
    id: string;
    position: number;
    location: string;
    commodity: string;
    delivery: string;
    /** Calendar days such as 2026-12-01, or ''. */
    delivery_start: string;
    delivery_end: string;
    /** Such as Dec 2026, or ''. */
    futures_month: string;
    /** Eighths of a cent per bushel. */
    futures_eighths: number | null;
    change_eighths: number | null;
    /** Hundredths of a cent per bushel, negative if under futures. */
    basis_hundredths: number | null;
    /** Flat price in ten-thousandths of a dollar per bushel. Null if computed from futures and basis. */
    cash_price: number | null;
    /** 1 if visitors see the bid, else 0. */
    active: number;
    notes: string;
    as_of: string;
    /** Location that the bid names, `MAIN_LOCATION_ID` for the main one, or null if it is none of them. */
    location_id: string | null;
  };
  employee: {
    id: string;
    /** Temporary id from the editor, which identifies the employee in a repeated save. */
    editor_id: string | null;
    position: number;
    name: string;
    title: string;
    phone_number: string;
    email: string;
    /** '' if there is no photo. */
    image_id: string;
  };
  /** Locations other than the main one. `exceptions` is a JSON array of `HoursException`. */
  location: {
    id: string;
    position: number;
    name: string;
    address: string;
    phone_number: string;
    fax: string;
    emergency_number: string;
    normal_mon_fri: string;
    normal_sat_sun: string;
    harvest_mon_fri: string;
    harvest_sat_sun: string;
    season: string;
    exceptions: string;
    services: string;
    map_url: string;
    /** '' if there is none. */
    image_id: string;
  };
  /** What a location takes of a commodity, or '' for the location as a whole. Texts are '' if there is none. */
  harvest_entry: {
    id: string;
    position: number;
    location_id: string;
    /** Name of the location at the last change. */
    location: string;
    commodity: string;
    status: string;
    moisture: string;
    limits: string;
    /** Times, or `changed` for what lasts until someone changes it. */
    closes: string;
    note: string;
    as_of: string;
    until: string;
    /** In minutes. */
    wait: string;
    wait_as_of: string;
    wait_until: string;
  };
  /** `headers` is a JSON array of strings, `rows` one of such arrays. */
  price_table: { table_type: number; headers: string; rows: string };
  pioneer_category: { category: number; description: string };
  pioneer_item: {
    id: string;
    /** Identifies the save that added the item, so that repeating it adds nothing. Null if the client sent no id. */
    save_key: string | null;
    category: number;
    position: number;
    description: string;
  };
  image: {
    id: string;
    file_name: string;
    name: string;
    /** 0 for the gallery, 1 for products. */
    type: number;
    position: number;
    /** Size of the full-size image, in pixels. */
    width: number;
    height: number;
    deleted_at: string | null;
    alt_text: string;
    /** Focal point of the square crops, in percent. */
    focus_x: number;
    focus_y: number;
    /** Distinguishes the files of a replaced upload from those of earlier ones; '' at first. */
    revision: string;
    /** Distinguishes new square crops from earlier ones; '' at first. */
    cut: string;
    /** Colors of the upper and lower half of its squares, such as "#aabbcc #ddeeff"; '' if unknown. */
    colours: string;
    /** Who can see it: `everyone`, `link`, or `pages`. */
    audience: string;
  };
  /** `blocks` is a JSON array of `PageBlock`. */
  own_page: {
    id: string;
    position: number;
    address: string;
    title: string;
    description: string;
    /** 1 or 0. */
    in_menu: number;
    hidden: number;
    blocks: string;
  };
  /** Earlier addresses of pages, which may have been deleted since. */
  page_redirect: { address: string; page_id: string };
  document: {
    id: string;
    /** File name in its URL, which stays when the file is replaced. */
    name: string;
    title: string;
    position: number;
    /** Names the stored file, which has its own name for each upload. */
    revision: string;
    /** Size of the file in bytes. */
    size: number;
    /** SHA-256 of the file, hexadecimal. */
    hash: string;
    /** Time of the upload of this file. */
    changed_at: string;
    deleted_at: string | null;
    /** Who can open it: `link` or `pages`. */
    audience: string;
  };
  /** Files of images and documents. Those that an earlier release has saved are added when they are first checked. */
  stored_file: {
    /** Such as images/a.jpg. */
    key: string;
    /** In bytes. */
    size: number;
    /** Hexadecimal. */
    sha256: string;
    /** Time of the last check, or ''. */
    checked_at: string;
  };
  change_log: {
    version: number;
    at: string;
    /** Such as admin, token or demo; see `Author`. */
    origin: string;
    /** Name of the administrator or API token; null for other origins. */
    author: string | null;
    subject: string;
    /** Id of the row within a list; null for a change of the whole subject. */
    item: string | null;
    /** JSON. */
    before: string;
    after: string;
    /** Hash of the previous entry and this one; see `createChangeLogStore`. */
    hash: string;
  };
  /** Values of prices that the log entry `version` has changed; see `price-changes.ts`. `value` is JSON. */
  price_change: { item: string; version: number; value: string };
  setting: { name: string; value: string };
  /** Like settings, but never in backups. */
  secret: { name: string; value: string };
  /** Tasks that one server at a time runs. */
  lease: { name: string; holder: string; expires_at: string };
  admin: {
    id: string;
    username: string;
    /** Normalized name (`usernameKey`), so that names that look alike are equal. */
    username_key: string;
    /** PHC string. */
    password: string;
    created_at: string;
    /** End of a generated password; null for a chosen one. */
    password_expires_at: string | null;
    /** A `Role`. */
    role: Generated<string>;
    /** JSON array of the locations that it may change; null for all. */
    locations: Generated<string | null>;
    disabled_at: Generated<string | null>;
    /** When the account ends; null for never. */
    ends_at: Generated<string | null>;
    email: Generated<string | null>;
    /** Last sign-in since this is recorded. */
    signed_in_at: Generated<string | null>;
  };
  /** Links to create an account, or to set the password of one. `created_by` is a username, or a command. */
  invitation: {
    id: string;
    token_hash: string;
    admin_id: string | null;
    role: string;
    locations: string | null;
    ends_at: string | null;
    created_at: string;
    created_by: string;
    expires_at: string;
    used_at: string | null;
  };
  session: {
    token_hash: string;
    admin_id: string;
    created_at: string;
    seen_at: string;
    /** Such as Firefox on Windows, or '' if unknown. */
    browser: Generated<string>;
    address: Generated<string>;
    /** 1 if the browser was not known, and no one has said who it was. */
    is_new: Generated<number>;
    /** When the person last proved who they are. Null if an earlier release began it. */
    confirmed_at: Generated<string | null>;
  };
  /** Passkeys, apps that show codes, those that have not shown one yet, and recovery codes. */
  factor: {
    /** Of a passkey, in base64url; the hash of a recovery code. */
    id: string;
    admin_id: string;
    kind: 'passkey' | 'app' | 'new app' | 'code';
    name: Generated<string>;
    /** Public key in base64url; secret of an app in base32. */
    secret: Generated<string>;
    /** Uses as a passkey counts them, 0 if it does not; period of the last code of an app. */
    counter: Generated<number>;
    /** End of the challenge that a passkey has signed last, in milliseconds since 1970. */
    challenged_at: Generated<number>;
    /** Host name of the website of a passkey. */
    rp_id: Generated<string>;
    created_at: string;
    used_at: Generated<string | null>;
  };
  /** Tabs of the editor with unsaved text. `sections`: IDs of their sections, with spaces between them. */
  presence: { tab: string; admin_id: string; username: string; sections: string; seen_at: string };
  /** `draft`: JSON of a `Draft`. */
  preview_link: { id: string; token_hash: string; admin_id: string; draft: string; expires_at: string };
  /** Saves to publish at a time. The id sorts by creation. */
  scheduled_change: {
    id: string;
    state: 'waiting' | 'stopped';
    at: string;
    /** Null if it stays. */
    until: string | null;
    /** 1 if it was published, and `saves` bring back the values from before. */
    is_end: number;
    /** JSON array of `SaveRequest`. */
    saves: string;
    title: string;
    /** Subjects of the change log, with spaces between them. */
    subjects: string;
    author_id: string;
    author: string;
    created_at: string;
    /** Why it has stopped. */
    reason: string | null;
  };
  api_token: {
    id: string;
    name: string;
    token_hash: string;
    created_at: string;
    created_by: string;
    /** An `ApiTokenScope`. */
    scope: 'bids' | 'harvest' | 'read';
    /** JSON array of the locations that it may change; null for all. */
    locations: Generated<string | null>;
    used_at: string | null;
    expires_at: string;
  };
  sign_in_attempt: {
    id: string;
    /** `hiddenName` of the account, or '' once it has signed in. */
    account: string;
    address: string;
    /** `networkOf` the address. */
    network: string;
    /** ID of a browser that has signed in before, or ''. */
    browser: string;
    at: string;
  };
};
