/** The libraries that compile schemas, in a module of their own so that they load with the first request of the API. */
import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';

export const buildValidator = ajvCompiler();
export const compileSerializer = serializerCompiler()({}, {});
