import { natsUsers } from './users.ts';
import type { BusUser } from './users.ts';

const HEADER = `# Who may say what on the bus. Rendered from parts.ts and users.ts by \`npm run nats:render\`; do not edit.
# Passwords come from the server's environment. One that does not begin with a letter has to stand in quotes there,
# or the server reads it as a number.
`;

/** Where the server finds a user's password. */
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
