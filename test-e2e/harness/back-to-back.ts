import { Agent, request } from 'node:http';

export interface PlannedRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: number;
}

export interface BackToBack {
  answered(): number;
  /** What failed: unexpected statuses, and errors of connections by their code. */
  stop(): Promise<string[]>;
}

/** Each client keeps its one connection alive and sends the next request as soon as it is answered, until stopped. Nothing is repeated. */
export function requestBackToBack(clients: number, plan: (turn: number) => PlannedRequest): BackToBack {
  const state = { answered: 0, stopped: false };
  const failures: string[] = [];
  const rounds = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = client; !state.stopped; turn += 1) {
      const planned = plan(turn);
      const { pathname } = new URL(planned.url);
      try {
        const status = await statusOf(planned, agent);
        if (status !== planned.expected) failures.push(`${pathname}: ${status}`);
      } catch (error) {
        failures.push(`${pathname}: ${String(Object(error).code ?? error)}`);
      }
      state.answered += 1;
    }
    agent.destroy();
  });
  return {
    answered: () => state.answered,
    async stop() {
      state.stopped = true;
      await Promise.all(rounds);
      return failures;
    },
  };
}

function statusOf({ url, method = 'GET', headers = {} }: PlannedRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
      answer.resume();
    });
    sent.once('error', reject);
    sent.end();
  });
}
