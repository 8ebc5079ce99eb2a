/**
 * Returns the input that a key leads to from `input` in `board`: Enter to the next one, an arrow to the nearest above or
 * below. Returns null if there is none, and undefined for other keys.
 */
export function nextInput(key: string, input: HTMLInputElement, board: Element) {
  const inputs = [...board.querySelectorAll('input')].filter((each) => each.checkVisibility());
  if (key === 'Enter') return inputs[inputs.indexOf(input) + 1] ?? null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const from = input.getBoundingClientRect();
  const others = inputs.flatMap((each) => {
    const { top, right } = each.getBoundingClientRect();
    const down = key === 'ArrowDown' ? top - from.top : from.top - top;
    // Stays in its column if it can.
    return down > 1 ? [{ each, distance: down + COLUMN_COST * Math.abs(right - from.right) }] : [];
  });
  return others.toSorted((a, b) => a.distance - b.distance)[0]?.each ?? input;
}

const COLUMN_COST = 4;
