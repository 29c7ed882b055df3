import { provisioningSql } from '@lodging/kit-postgres';
import { natsUsers, passwordVariable } from '@lodging/nats';
import { stringify } from 'yaml';
import { alertingRules } from './alerting-rules.ts';

export const DATABASE = 'lodging';
export const SERVICES = [
  'gateway',
  'inventory',
  'reservations',
  'payments',
  'channels',
  'notifications',
] as const;
export type ServiceName = (typeof SERVICES)[number];

const COMMAND = 'npm run kubernetes:render';

export interface RenderedFile {
  /** From this directory. */
  path: string;
  text: string;
}

export function renderedFiles(): RenderedFile[] {
  return [
    { path: 'data/postgres/provision.sql', text: provisioning() },
    { path: 'data/nats/users.yaml', text: busUsers() },
    { path: 'components/prometheus-operator/rules.yaml', text: alertingRules(COMMAND) },
  ];
}

function provisioning(): string {
  const heading = `-- A schema and three roles for each service, without their passwords. Rendered by \`${COMMAND}\` from the very
-- statements that \`npm start\` runs; do not edit. It may be run again, as a superuser, in the database ${DATABASE}.
`;
  const parts = SERVICES.map((service) => `\n-- ${service}\n${unindent(provisioningSql(DATABASE, service))}`);
  return heading + parts.join('');
}

function unindent(sql: string): string {
  const lines = sql.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return `${lines.map((line) => line.slice(margin).trimEnd()).join('\n')}\n`;
}

/** `<< … >>` is how the chart is told to leave the quotes away, so that the server reads the password's variable. */
function busUsers(): string {
  const users = natsUsers((user) => `<< $${passwordVariable(user)} >>`);
  const env = Object.fromEntries(
    users.map(({ user }) => [
      passwordVariable(user),
      { valueFrom: { secretKeyRef: { name: 'nats-users', key: user } } },
    ]),
  );
  const values = {
    config: {
      merge: {
        authorization: {
          users: users.map(({ user, password, publish, subscribe }) => ({
            user,
            password,
            ...(publish === undefined ? {} : { permissions: { publish, subscribe } }),
          })),
        },
      },
    },
    container: { env },
  };
  const heading = `# Who may say what on the bus. Rendered by \`${COMMAND}\` from deploy/nats; do not edit.\n`;
  return heading + stringify(values, { lineWidth: 0 });
}
