import type { BuildCompilerFromPool } from '@fastify/ajv-compiler';
import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import type { AnyValidateFunction } from 'ajv/dist/core.js';
import type { FastifyInstance } from 'fastify';

type Libraries = typeof import('./schema-libraries.ts');
type Serialize = (data: unknown) => string;

let libraries: Libraries | undefined;
const serializers = new WeakMap<object, Serialize>();

function loaded(): Libraries {
  if (!libraries) throw new Error('Call loadCompilersFor before routes are added.');
  return libraries;
}

/** Loads the compilers when a request first needs one. Fastify calls them synchronously. */
export function loadCompilersFor(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.schema) libraries ??= await import('./schema-libraries.ts');
  });
}

/**
 * Fastify's own schema compilers, which compile each schema when a request first needs it. Otherwise, Fastify compiles a
 * schema for every route that uses it: most of the start time, because nearly all routes use problem details twice.
 */
export const COMPILERS = {
  buildValidator: (schemas, options) => (route) => {
    let compiled: AnyValidateFunction | undefined;
    const validate = (data: unknown) => {
      // Ajv caches compiled schemas, and the factory returns one Ajv for all apps with equal options.
      compiled ??= loaded().buildValidator(schemas, options)(route);
      const isValid = compiled(data);
      (validate as AnyValidateFunction).errors = compiled.errors ?? null;
      return isValid;
    };
    return validate as AnyValidateFunction;
  },
  buildSerializer: () => (route) => {
    const schema = route.schema as object;
    let serialize = serializers.get(schema);
    if (!serialize) {
      let compiled: Serialize | undefined;
      serialize = (data) => (compiled ??= loaded().compileSerializer(route))(data);
      serializers.set(schema, serialize);
    }
    return serialize;
  },
} satisfies { buildValidator: BuildCompilerFromPool; buildSerializer: SerializerFactory };
