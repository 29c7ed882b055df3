import {
  examineBacklogs,
  examineConsumers,
  examineDeadLetters,
  examineJetStream,
  examineOutboxes,
  examineStreams,
} from './examine-broker.ts';
import {
  examineAccounts,
  examineFeeds,
  examineMail,
  examineProvider,
  examineRedis,
  examineRefunds,
  examineWebhooks,
} from './examine-outside.ts';
import {
  examineClocks,
  examineFacts,
  examineMigrations,
  examineServices,
  examineVersions,
} from './examine-services.ts';
import {
  examineCertificate,
  examinePublicApi,
  examinePublicUrl,
  examineDevelopmentSettings,
  examineSeals,
  examineSecrets,
} from './examine-settings.ts';
import type { Finding } from './finding.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

const EXAMINATIONS: readonly ((snapshot: DeploymentSnapshot) => readonly Finding[])[] = [
  examinePublicApi,
  examineCertificate,
  examineServices,
  examineFacts,
  examineVersions,
  examineMigrations,
  examineClocks,
  examineBacklogs,
  examineJetStream,
  examineStreams,
  examineConsumers,
  examineOutboxes,
  examineDeadLetters,
  examineRedis,
  examineAccounts,
  examineProvider,
  examineRefunds,
  examineMail,
  examineFeeds,
  examineWebhooks,
  examinePublicUrl,
  examineSecrets,
  examineSeals,
  examineDevelopmentSettings,
];

export function diagnose(snapshot: DeploymentSnapshot): Finding[] {
  return EXAMINATIONS.flatMap((examine) => examine(snapshot));
}
