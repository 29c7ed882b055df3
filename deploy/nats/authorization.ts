import { natsUsers } from './users.ts';
import type { BusUser } from './users.ts';

const HEADER = `# Users and permissions of the bus. Generated from topology.ts and users.ts by \`npm run nats:render\`; do not edit.
# Passwords come from the environment of the server. A password that does not begin with a letter must be quoted there,
# because the server would read it as a number.
`;

/** The environment variable that holds a user's password. */
export function passwordVariable(user: string): string {
  return `NATS_PASSWORD_${user.toUpperCase()}`;
}

export function authorization(): string {
  const users = natsUsers((user) => `$${passwordVariable(user)}`);
  return `${HEADER}users: [\n${users.map(entry).join('\n')}\n]\n`;
}

function entry({ user, password, publish, subscribe }: BusUser): string {
  const lines = [`  {`, `    user: ${user}`, `    password: ${password}`];
  if (publish !== undefined && subscribe !== undefined) {
    lines.push('    permissions: {', ...list('publish', publish), ...list('subscribe', subscribe), '    }');
  }
  return [...lines, '  }'].join('\n');
}

function list(name: string, subjects: string[]): string[] {
  return [`      ${name}: [`, ...subjects.map((subject) => `        ${JSON.stringify(subject)}`), '      ]'];
}
