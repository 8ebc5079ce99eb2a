import type { FastifyRequest } from 'fastify';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { formatLocalMinute } from '#server/platform/local-minute.ts';
import type { SkippedTimeError } from '#server/domains/past-prices/past-prices.ts';
import type { Services } from '#server/domains/services.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { NotFoundError, UnavailableError, ValidationError } from '#server/platform/errors.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { prepareResponse, type PreparedResponse, type Rendered } from '#server/http/response.ts';
import { formatFullDateTime } from '#shared/date-time.ts';
import type { PageRenderer } from './page-renderer.ts';

const NEVER = 'private, no-store';
const UNREADABLE = "We can't read the history right now. Try again in a minute.";

/** Creates the page of past prices, for administrators or, with the setting, for everyone. */
export function createPastPricePage({
  render,
  services: { pastPrices, site, calendar },
  responses,
  isAdmin,
}: {
  render: PageRenderer['renderPastPrices'];
  services: Services;
  /** Cache of minutes that can no longer change. */
  responses: ResponseCache;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
}) {
  async function findContent(at: string, log: FastifyRequest['log']) {
    const { timeZone } = site.current();
    try {
      const found = await pastPrices.find(at);
      const shown = found.map((prices) => ({
        prices,
        address: formatLocalMinute(Date.parse(prices.minute), timeZone, { withOffset: true }),
      }));
      return { status: 200, content: { found: shown } };
    } catch (error) {
      const problem = error instanceof DatabaseUnavailableError ? UNREADABLE : (error as Error).message;
      if (error instanceof UnavailableError) log.warn(error.cause);
      if (error instanceof DatabaseUnavailableError || error instanceof UnavailableError)
        return { status: 503, content: { problem } };
      if (!(error instanceof ValidationError || error instanceof NotFoundError)) throw error;
      const { nearest = [] } = error as Partial<SkippedTimeError>;
      const choices = nearest.map((minute) => ({
        at: formatLocalMinute(minute, timeZone),
        label: formatFullDateTime(new Date(minute).toISOString(), timeZone),
      }));
      return { status: error instanceof NotFoundError ? 404 : 400, content: { problem, choices } };
    }
  }

  async function renderPage(request: FastifyRequest, at: string, caching: string): Promise<Rendered> {
    // Not the time of now, because the page may be cached for the day.
    const base = { at, found: [], latest: `${calendar.today()}T23:59` };
    const isAllowed = pastPrices.isPublic() || (await isAdmin(request));
    if (!isAllowed) {
      const content = { ...base, problem: 'Past prices are for administrators.', needsSignIn: true };
      return render(content, { status: 401, cacheControl: NEVER });
    }
    const { status, content } = await findContent(at, request.log);
    const cacheControl = status === 200 ? caching : NEVER;
    return render({ ...base, ...content }, { status, cacheControl });
  }

  return async (request: FastifyRequest, query: unknown): Promise<PreparedResponse> => {
    const at = [query].flat().map(String)[0] ?? '';
    const { key, cacheControl } = pastPrices.cachingOf(at);
    const respond = () => renderPage(request, at, cacheControl);
    if (key === null) return prepareResponse(await respond());
    return responses.get(`${PRICE_SHEET_PAGE} ${key} ${at}`, request.raw, respond);
  };
}
