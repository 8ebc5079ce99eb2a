import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { FIRST_COMMODITIES, type Commodity } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { commodityText } from './commodity-grid.ts';
import { submitCommodities } from './submit-bids.ts';

const [CORN, BEANS] = FIRST_COMMODITIES as [Commodity, Commodity];
const textOf = (...commodities: Commodity[]) => commodityText({ commodities });

async function submit(text: string, response: Response) {
  const sent: string[] = [];
  const fake = mock.method(globalThis, 'fetch', (async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return response;
  }) as typeof fetch);
  try {
    return { result: await submitCommodities(text, '1'), sent };
  } finally {
    fake.mock.restore();
  }
}

test('submitCommodities sends one request and returns the stored commodities', async () => {
  const body = { content: { commodities: [CORN] }, version: 2, changed: true };
  const { result, sent } = await submit(textOf(CORN), Response.json(body));
  assert.deepEqual(sent, [`PUT ${API.commodities}`]);
  assert.deepEqual(result.outcome === 'done' && result.body, {
    ...body,
    version: '2',
    content: textOf(CORN),
  });
});

test('submitCommodities names the row and the column when the server rejects them', async () => {
  const detail = 'Use 2 or 4.';
  const { result } = await submit(
    textOf(CORN, { ...BEANS, decimals: 3 as 2 }),
    Response.json({ detail }, { status: 400 }),
  );
  assert.equal(result.outcome === 'rejected' && result.reason, 'Row 2, Decimals: Enter 2 or 4.');
});
