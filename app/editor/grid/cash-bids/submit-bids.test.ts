import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { FIRST_COMMODITIES, type Commodity } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { GridDraft } from '#app/editor/grid/grid.ts';
import { gridOfCommodities } from './commodity-grid.ts';
import { SAVED_COMMODITIES } from './submit-bids.ts';

const [CORN, BEANS] = FIRST_COMMODITIES as [Commodity, Commodity];
const gridOf = (...commodities: Commodity[]) => gridOfCommodities({ commodities });

async function submit(grid: GridDraft, response: Response) {
  const sent: string[] = [];
  const fake = mock.method(globalThis, 'fetch', (async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return response;
  }) as typeof fetch);
  try {
    return { result: await SAVED_COMMODITIES.save(grid, '1', grid), sent };
  } finally {
    fake.mock.restore();
  }
}

test('sends one request and returns the stored commodities', async () => {
  const body = { content: { commodities: [CORN] }, version: 2, changed: true };
  const { result, sent } = await submit(gridOf(CORN), Response.json(body));
  assert.deepEqual(sent, [`PUT ${API.commodities}`]);
  assert.deepEqual(result.outcome === 'done' && result.body, {
    ...body,
    version: '2',
    content: gridOf(CORN),
  });
});

test('names the row and the column when the server rejects them', async () => {
  const detail = 'Use 2 or 4.';
  const { result } = await submit(
    gridOf(CORN, { ...BEANS, decimals: 3 as 2 }),
    Response.json({ detail }, { status: 400 }),
  );
  assert.equal(result.outcome === 'rejected' && result.reason, 'Row 2, Decimals: Enter 2 or 4.');
});
