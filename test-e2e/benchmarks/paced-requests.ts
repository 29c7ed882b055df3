import { setTimeout as pause } from 'node:timers/promises';

export interface Answered {
  /** When it was to be sent, of `performance.now()`. */
  readonly at: number;
  /** From then on, so that a request that was sent late counts as late. */
  readonly ms: number;
  readonly status: number;
  /** Of a problem. */
  readonly code: string | undefined;
}

export interface SentRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Response {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Headers;
}

export async function sendOnce({ url, ...init }: SentRequest): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  if (status < 400) {
    await response.arrayBuffer();
    return { status, headers, code: undefined };
  }
  const { code } = (await response.json()) as { code?: string };
  return { status, headers, code };
}

/** A request at each interval, whether those before were answered or not, until `until()` says so. */
export async function sendPaced(
  requests: readonly SentRequest[],
  everyMs: number,
  until: () => boolean,
  onAnswer: (response: Response) => void = () => undefined,
): Promise<Answered[]> {
  const sent: Promise<Answered>[] = [];
  let at = performance.now();
  while (!until()) {
    const request = requests[sent.length % requests.length];
    if (request === undefined) throw new Error('there is no request to send');
    const due = at;
    sent.push(
      sendOnce(request).then((response) => {
        onAnswer(response);
        const { status, code } = response;
        return { at: due, ms: performance.now() - due, status, code };
      }),
    );
    at += everyMs;
    await pause(Math.max(0, at - performance.now()));
  }
  return Promise.all(sent);
}
