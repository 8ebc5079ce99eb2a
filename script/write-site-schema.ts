/** Writes site.schema.json from the schema that the start checks with. A test keeps the two alike. */
import { writeFileSync } from 'node:fs';
import { siteSchemaText } from '#server/site-file.ts';

writeFileSync('site.schema.json', siteSchemaText());
