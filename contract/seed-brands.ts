/** Limits of the brands of seed. Every page contains all brands, for client-side navigation. */
export const SEED_BRANDS_MAX = 10;
export const BRAND_NAME_MAX_LENGTH = 80;
export const CROPS_MAX = 20;
export const CROP_TEXT_MAX_LENGTH = 1000;
export const PROGRAM_TEXT_MAX_LENGTH = 1000;
export const CROP_ID_MAX_LENGTH = 40;

export const PIONEER_PAGE = '/pioneer';
/** Name of the brand until an administrator renames it. Menu entries and titles with it follow the name. */
export const PIONEER_NAME = 'Pioneer';
export const PIONEER_HEADING = 'Industry-leading Products to meet local needs';

/** Paths below it are those of the other brands. Pages of administrators have no slash in their addresses. */
export const SEED_FOLDER = '/seed/';

/** Returns the path of the page of a brand other than Pioneer. */
export const brandPath = (address: string) => `${SEED_FOLDER}${address}`;
