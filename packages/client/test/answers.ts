/** A server that gives these answers in turn, and keeps the requests. An error is a fault of the network. */
export function answering(...answers: (Response | Error | (() => Promise<Response>))[]) {
  const requests: Request[] = [];
  const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    requests.push(new Request(String(url), init));
    const answer = answers.shift();
    if (answer === undefined) throw new Error('more requests than answers');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer;
  };
  return { fetch, requests };
}

export function problem(
  status: number,
  code: string,
  extra: object = {},
  headers: Record<string, string> = {},
) {
  const body = {
    type: `https://x/problems/${code}`,
    title: code,
    status,
    detail: `${code}.`,
    code,
    ...extra,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r1', ...headers },
  });
}
