import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { COMPILERS, loadCompilersFor } from './schema-compilers.ts';

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const COUNTED = { type: 'object', properties: { count: { type: 'integer' } } };

test('compiles a schema once for all routes and servers', () => {
  const [compile, compileElsewhere] = [COMPILERS.buildSerializer(), COMPILERS.buildSerializer()];
  const route = { method: 'GET', url: '/', httpStatus: '200' };
  const serialize = compile({ ...route, schema: NAMED });
  assert.equal(compileElsewhere({ ...route, url: '/other', schema: NAMED }), serialize);
  assert.notEqual(compile({ ...route, schema: COUNTED }), serialize);
});

test('validates and serializes each route by its own schemas, on every server', async () => {
  for (let server = 0; server < 2; server += 1) {
    await using app = Fastify({ schemaController: { compilersFactory: COMPILERS } });
    loadCompilersFor(app);
    app.post('/name', { schema: { body: COUNTED, response: { 200: NAMED } } }, async () => ({
      name: 'oats',
      secret: 1,
    }));
    app.post('/count', { schema: { body: NAMED, response: { 200: COUNTED } } }, async () => ({
      count: 2,
      secret: 1,
    }));
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    assert.deepEqual((await post('/name', { count: 1 })).json(), { name: 'oats' });
    assert.deepEqual((await post('/count', { name: 'rye' })).json(), { count: 2 });
    assert.equal((await post('/count', { count: 1 })).statusCode, 400);
  }
});

test('compiles a schema only when a request needs it', async () => {
  await using app = Fastify({ schemaController: { compilersFactory: COMPILERS } });
  loadCompilersFor(app);
  app.post('/broken', { schema: { body: { type: 'no type' } } }, async () => ({}));
  app.post('/name', { schema: { body: NAMED } }, async () => ({}));
  assert.equal(
    (await app.inject({ method: 'POST', url: '/name', payload: { name: 'oats' } })).statusCode,
    200,
  );
  assert.equal((await app.inject({ method: 'POST', url: '/broken', payload: {} })).statusCode, 500);
});
