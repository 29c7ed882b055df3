import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createServer } from '../src/index.ts';

export const SECRET = 'sk_test_0123456789abcdef';
export const PUBLISHABLE = 'pk_test_0123456789abcdef';

/** A client of a server for a key, in one process, and the lines that the server logs. */
export async function connect(url: string, key = SECRET) {
  const log: string[] = [];
  const options = {
    url,
    key,
    origin: undefined,
    returnUrl: undefined,
    log: (line: string) => void log.push(line),
  };
  const server = createServer(options);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await server.connect(ofServer);
  await client.connect(ofClient);
  onTestFinished(() => client.close());
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return { client, log, call };
}

export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
