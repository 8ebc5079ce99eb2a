/** Asks the person to prove who they are. Returns whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let answer: Promise<boolean> | undefined;

/** Sets how people are asked. Returns a function that ends it. */
export function setIdentityCheck(how: Ask): () => void {
  ask = how;
  return () => {
    ask = undefined;
    answer = undefined;
  };
}

/** Asks once for all requests that need it. Returns false if the person cancels, or if the page cannot ask. */
export async function checkIdentity(): Promise<boolean> {
  answer ??= ask?.().finally(() => (answer = undefined));
  return (await answer) ?? false;
}
