import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignIn } from '#contract/accounts.ts';
import { FACTOR_SETUP_NEEDED, SECOND_FACTOR_NEEDED } from '#contract/factors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { SECOND_STEP_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { waitText } from '#contract/text.ts';
import { ConflictError, StorageFullError, UnavailableError } from '#server/platform/errors.ts';
import { FILES_UNAVAILABLE } from '#server/platform/files/file-store.ts';
import { problemHeaders, toProblem } from '#server/http/problem.ts';
import { REQUEST_ID_HEADER } from '#server/http/headers.ts';
import { prepareResponse, replyPrepared } from '#server/http/response.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { createRejectionLog } from '#server/http/security-log.ts';
import type { DatabaseHealth } from '#server/platform/database/transaction.ts';
import type { Metrics } from './metrics.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';

/** A store that fails would fill the log with the images of one page. */
const FILES_LINE_MS = 60_000;

/** Codes of problems after a right password. */
const STEPS: readonly string[] = [SECOND_FACTOR_NEEDED, FACTOR_SETUP_NEEDED];

/** Creates the responses to errors, which also log and count them. */
export function createErrorResponses({
  renderer,
  responses,
  metrics,
  health,
}: {
  renderer: PageRenderer;
  responses: ResponseCache;
  metrics: Metrics | undefined;
  health: Pick<DatabaseHealth, 'onDiskFull'>;
}) {
  const logRejection = createRejectionLog();
  let nextFilesLine = 0;
  function isRepeated({ code }: { code: string }): boolean {
    if (code !== FILES_UNAVAILABLE) return false;
    if (performance.now() < nextFilesLine) return true;
    nextFilesLine = performance.now() + FILES_LINE_MS;
    return false;
  }

  function reportError(error: unknown, request: FastifyRequest): Problem {
    const problem = toProblem(error, request.method);
    if (problem.status === 500) request.log.error(error);
    else if (error instanceof StorageFullError) health.onDiskFull(error);
    else if ((error instanceof UnavailableError || error instanceof ConflictError) && error.cause) {
      if (!isRepeated(error)) request.log.warn(error.cause);
    }
    const event = logRejection(request, problem);
    if (event) metrics?.countRejection(event);
    return problem;
  }

  return {
    /** Responds with problem details to every error, including those thrown before any hook. */
    respondWithError: (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
      sendProblem(reportError(error, request), error, request, reply),

    /** Responds with the page of its form to a failed sign-in, or to its next step, with the same words as its script. */
    async showSignInFailure(
      error: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const problem = reportError(error, request);
      if (STEPS.includes(problem.code)) return reply.redirect(SECOND_STEP_PAGE, 303);
      const { url: page = SIGN_IN_PAGE } = request.routeOptions;
      const message = page === SIGN_IN_PAGE ? MESSAGES.invalidCredentials : problem.detail;
      const { 'retry-after': wait } = problemHeaders(error);
      const { username = '' } = { ...(request.body as Partial<SignIn> | undefined) };
      const hasEnded = ['password-expired', 'account-ended'].includes(problem.code);
      const hint = wait === undefined ? (hasEnded ? problem.detail : undefined) : waitText(Number(wait));
      const ownHeaders = { 'cache-control': 'no-store', ...(wait !== undefined && { 'retry-after': wait }) };
      const render = async (shownName: string) => {
        const { headers, body } = await renderer.render(page, { username: shownName, message, hint });
        return { status: 401, headers: { ...headers, ...ownHeaders }, body };
      };
      try {
        // Only attempts whose number is limited are worth rendering a page with their name. Others share one.
        const response =
          problem.status === 401
            ? prepareResponse(await render(username))
            : await responses.get(`${page} ${message} ${wait} ${hint}`, request.raw, () => render(''));
        reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
        return replyPrepared(request, reply, { ...response, status: problem.status });
      } catch (renderError) {
        request.log.error(renderError, "Couldn't render the sign-in page.");
        return sendProblem(problem, error, request, reply);
      }
    },
  };
}

function sendProblem(
  problem: Problem,
  error: unknown,
  { id }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // The file that could not be sent has set it.
  void reply
    .removeHeader('etag')
    .code(problem.status)
    .headers(problemHeaders(error))
    .header(REQUEST_ID_HEADER, id);
  return reply.send(JSON.stringify(problem));
}
