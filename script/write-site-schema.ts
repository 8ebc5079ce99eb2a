/** Writes site.schema.json from the schema that the server validates with at startup. Part of the build. */
import { writeFileSync } from 'node:fs';
import { siteSchemaText } from '#server/platform/settings/site-file.ts';

writeFileSync('site.schema.json', siteSchemaText());
