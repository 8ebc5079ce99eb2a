import ajvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import serializerCompiler, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import type { AnyValidateFunction } from 'ajv/dist/core.js';

type Serialize = (data: unknown) => string;

const serializers = new WeakMap<object, Serialize>();
const buildValidator = ajvCompiler();
const compileSerializer = serializerCompiler()({}, {});

/**
 * Fastify's own schema compilers, which compile each schema when a request first needs it. Otherwise, Fastify compiles a
 * schema for every route that uses it: most of the start time, because nearly all routes use problem details twice.
 */
export const COMPILERS = {
  buildValidator: (schemas, options) => (route) => {
    let compiled: AnyValidateFunction | undefined;
    const validate = (data: unknown) => {
      // Ajv caches compiled schemas, and the factory returns one Ajv for all apps with equal options.
      compiled ??= buildValidator(schemas, options)(route);
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
      serialize = (data) => (compiled ??= compileSerializer(route))(data);
      serializers.set(schema, serialize);
    }
    return serialize;
  },
} satisfies { buildValidator: BuildCompilerFromPool; buildSerializer: SerializerFactory };
