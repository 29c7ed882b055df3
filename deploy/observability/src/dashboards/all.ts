import { channels } from './channels.ts';
import type { Dashboard } from './dashboard.ts';
import { jetstream } from './jetstream.ts';
import { overview } from './overview.ts';
import { payments } from './payments.ts';
import { postgres } from './postgres.ts';
import { service } from './service.ts';
import { webhooks } from './webhooks.ts';

export const dashboards: readonly Dashboard[] = [
  overview,
  service,
  jetstream,
  postgres,
  payments,
  channels,
  webhooks,
];
