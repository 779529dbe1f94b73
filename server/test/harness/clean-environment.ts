/** All that a process of ours gets from the environment of its test: where programs are, and modules that are compiled already. */
export const CLEAN_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
