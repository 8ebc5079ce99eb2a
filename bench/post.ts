export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer;
}
