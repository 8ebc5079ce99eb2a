/** The only environment variables that a child process of a test inherits, so that no other changes its behavior. */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
