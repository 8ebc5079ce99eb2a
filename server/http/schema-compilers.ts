import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const compileSerializer = serializerCompiler()({}, {});
const serializers = new WeakMap<object, ReturnType<typeof compileSerializer>>();

/**
 * Fastify's own schema compilers, which compile each schema once per process. Fastify compiles a schema for every route
 * that uses it, which is most of the time a start takes: nearly all routes have the schema of problem details twice.
 */
export const COMPILERS = {
  // Ajv finds a schema that it has compiled before, and the factory returns one Ajv for all apps with equal options.
  buildValidator: ajvCompiler(),
  buildSerializer: () => (route) => {
    const schema = route.schema as object;
    let serialize = serializers.get(schema);
    if (!serialize) serializers.set(schema, (serialize = compileSerializer(route)));
    return serialize;
  },
} satisfies Compilers;
