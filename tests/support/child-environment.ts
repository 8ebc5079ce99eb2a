/**
 * The only environment variables that a program started by a test inherits: where programs are, and where Node caches
 * compiled modules. Nothing else in the environment of the tests may change how the program behaves.
 */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
