import type { BidBoard } from '#contract/cash-bids.ts';
import { editorCalls, type CallResult } from '#app/editor/editor-calls.ts';
import { UNREADABLE_DRAFT } from '#app/editor/price-tables/table-save.ts';
import type { SavedText } from '#app/editor/use-field.ts';
import { boardText, firstMistake, parseBoard, toBids } from './board-grid.ts';
import { commodityRemarks, commodityText, parseCommodities, toCommodities } from './commodity-grid.ts';

/** Submits the rows of the cash bids, without the commodities. */
export async function saveBids(text: string, basedOn: number): Promise<CallResult<SavedText>> {
  const draft = parseBoard(text);
  if (!draft) return UNREADABLE_DRAFT;
  const result = await editorCalls.saveBoard({ bids: toBids(draft) }, basedOn);
  if (result.outcome === 'refused') {
    // The commodities may have changed since, so validate against the server's current ones.
    const board = await editorCalls.bidBoard();
    const reason = board.outcome === 'done' ? firstMistake(draft, board.answer.commodities) : undefined;
    return { ...result, reason: reason ?? result.reason };
  }
  return asText(result, boardText);
}

/** Submits the commodities together with the current rows. */
export async function saveCommodities(text: string, basedOn: number): Promise<CallResult<SavedText>> {
  const grid = parseCommodities(text);
  if (!grid) return UNREADABLE_DRAFT;
  const board = await editorCalls.bidBoard();
  if (board.outcome !== 'done') return board;
  const { bids } = board.answer;
  const commodities = toCommodities(grid);
  const result = await editorCalls.saveBoard({ commodities, bids }, basedOn);
  if (result.outcome !== 'refused') return asText(result, commodityText);
  const names = new Set(commodities.map(({ name }) => name.toLowerCase()));
  const missing = bids.find(({ commodity }) => !names.has(commodity.toLowerCase()));
  const wrong = commodityRemarks(grid).flat().find(Boolean);
  if (wrong) return { ...result, reason: wrong };
  if (!missing) return result;
  const { commodity } = missing;
  const reason = `${commodity} still has bids. Remove those rows first, then remove ${commodity}.`;
  return { ...result, reason };
}

type BoardResult = Awaited<ReturnType<typeof editorCalls.saveBoard>>;

function asText(result: BoardResult, write: (board: BidBoard) => string): CallResult<SavedText> {
  switch (result.outcome) {
    case 'done': {
      const { content, ...saved } = result.answer;
      return { ...result, answer: { ...saved, content: write(content) } };
    }
    case 'conflict': {
      const content = write(result.current.content as BidBoard);
      return { ...result, current: { ...result.current, content } };
    }
    case 'refused':
    case 'signed-out':
    case 'unreachable':
      return result;
  }
}
