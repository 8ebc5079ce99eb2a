/**
 * What a program that a test starts gets of this process's environment: where programs are, and where compiled modules
 * are kept. Nothing else of it may decide what the program does.
 */
export const CHILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
