/** The addresses of the calls that the site's own pages make. */
export const API = {
  siteTexts: '/api/config/configs',
  cashBids: '/api/cash-bids',
  openApi: '/api/openapi.json',
} as const;

/** The number of the newest change, carried by every answer that has content in it. */
export const CONTENT_VERSION_HEADER = 'content-version';
