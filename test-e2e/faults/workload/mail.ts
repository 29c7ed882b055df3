import { pause } from './world.ts';
import type { Client } from './world.ts';

const WAIT_MS = 4_000;

/** Undefined where no mail came in time. */
export async function codeOf({ world }: Client, address: string): Promise<string | undefined> {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline && !world.over.aborted) {
    const code = await search(world.mailUrl, address).catch(() => undefined);
    if (code !== undefined) return code;
    await pause(200);
  }
  return undefined;
}

async function search(mailUrl: string, address: string): Promise<string | undefined> {
  const query = encodeURIComponent(`to:${address}`);
  const found = (await (await fetch(`${mailUrl}/api/v1/search?query=${query}`)).json()) as {
    messages: { ID: string }[];
  };
  const [first] = found.messages;
  if (first === undefined) return undefined;
  const mail = (await (await fetch(`${mailUrl}/api/v1/message/${first.ID}`)).json()) as { Text: string };
  return /\b\d{6}\b/.exec(mail.Text)?.[0];
}
