import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const compileSerializer = serializerCompiler()({}, {});
const serializers = new WeakMap<object, ReturnType<typeof compileSerializer>>();

/**
 * Fastify's own schema compilers, which compile each schema once per process. Otherwise, Fastify compiles a schema for
 * every route that uses it: most of the start time, because nearly all routes use problem details twice.
 */
export const COMPILERS = {
  // Ajv caches compiled schemas, and the factory returns one Ajv for all apps with equal options.
  buildValidator: ajvCompiler(),
  buildSerializer: () => (route) => {
    const schema = route.schema as object;
    let serialize = serializers.get(schema);
    if (!serialize) serializers.set(schema, (serialize = compileSerializer(route)));
    return serialize;
  },
} satisfies Compilers;
