import { _, Ajv } from 'ajv';
import { Site } from '#contract/site.ts';
import { FORMATS } from './site-formats.ts';

/** The validator of the API, because TypeBox's own would load three hundred more modules. */
export const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  formats: FORMATS,
  code: { source: true, esm: true, formats: _`FORMATS` },
});

/** Validates a site file, and adds its defaults. The build compiles it: compiling takes a third of the start. */
export const isSite = ajv.compile<Site>(Site);
