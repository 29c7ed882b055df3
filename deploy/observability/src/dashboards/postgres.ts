import type { Dashboard } from './dashboard.ts';
import { above, below, figure, lines } from './panel.ts';

const POOL = 'db_client_connection_pool_name';

export const postgres: Dashboard = {
  uid: 'lodging-postgres',
  title: 'Lodging: Postgres',
  description:
    'Pools and statements as the services feel them; connections, replication and disks as the server sees them.',
  variables: [],
  rows: [
    {
      title: 'As the services feel it',
      panels: [
        lines(
          'Connections at work',
          'percentunit',
          'Of those the pool may open. At 100 % work waits.',
          [
            [
              `sum by (${POOL}) (db_client_connection_count{db_client_connection_state="used"}) / sum by (${POOL}) (db_client_connection_max)`,
              `{{${POOL}}}`,
            ],
          ],
          { thresholds: above(0.8, 1), max: 1 },
        ),
        lines('Waiting for a connection', 'short', 'Work that waits because none is free.', [
          [`sum by (${POOL}) (db_client_connection_pending_requests)`, `{{${POOL}}}`],
        ]),
        lines(
          'Waited',
          's',
          'How long 95 % of those waits take. After a second they are given up.',
          [
            [
              `histogram_quantile(0.95, sum by (le, ${POOL}) (rate(db_client_connection_wait_time_seconds_bucket[$__rate_interval])))`,
              `{{${POOL}}}`,
            ],
          ],
          { thresholds: above(0.05, 0.25) },
        ),
        lines('Given up waiting', 'ops', 'Each is a request that failed.', [
          [`sum by (${POOL}) (rate(db_client_connection_timeouts_total[$__rate_interval]))`, `{{${POOL}}}`],
        ]),
        lines(
          'Operations',
          'ops',
          'Reads and writes are one round trip each; a transaction is several statements.',
          [
            [
              'sum by (db_namespace, db_operation_name) (rate(db_client_operation_duration_seconds_count{db_system_name="postgresql"}[$__rate_interval]))',
              '{{db_namespace}} {{db_operation_name}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Failures',
          'ops',
          'By kind of error. Unique and exclusion violations are how races end, and normal in small numbers.',
          [
            [
              'sum by (db_namespace, error_type) (rate(db_client_operation_duration_seconds_count{db_system_name="postgresql", error_type!=""}[$__rate_interval]))',
              '{{db_namespace}} {{error_type}}',
            ],
          ],
        ),
        lines('Duration, 95 %', 's', 'By service.', [
          [
            'histogram_quantile(0.95, sum by (le, db_namespace) (rate(db_client_operation_duration_seconds_bucket{db_system_name="postgresql"}[$__rate_interval])))',
            '{{db_namespace}}',
          ],
        ]),
        lines(
          'Where the time goes',
          'percentunit',
          'The ten statements that the services spend most time in, as seconds of waiting a second.',
          [
            [
              'topk(10, sum by (db_namespace, db_query_summary) (rate(db_client_operation_duration_seconds_sum{db_system_name="postgresql"}[$__rate_interval])))',
              '{{db_namespace}} {{db_query_summary}}',
            ],
          ],
          { width: 16 },
        ),
      ],
    },
    {
      title: 'The server (postgres_exporter)',
      panels: [
        figure('Answers', 'bool_yes_no', 'Whether the exporter reaches the server.', 'min(pg_up)', {
          thresholds: below(1, 1),
        }),
        figure(
          'Connections taken',
          'percentunit',
          'Of max_connections, by everybody.',
          'sum(pg_stat_activity_count) / max(pg_settings_max_connections)',
          { thresholds: above(0.7, 0.85), decimals: 0 },
        ),
        figure(
          'Found in memory',
          'percentunit',
          'Blocks that needed no disk. Under 99 % the working set does not fit.',
          'sum(rate(pg_stat_database_blks_hit[5m])) / (sum(rate(pg_stat_database_blks_hit[5m])) + sum(rate(pg_stat_database_blks_read[5m])))',
          { thresholds: below(0.95, 0.99), decimals: 2 },
        ),
        figure(
          'Longest transaction',
          's',
          'An old one keeps vacuum from its work.',
          'max(pg_stat_activity_max_tx_duration{state=~"active|idle in transaction"})',
          { thresholds: above(60, 300) },
        ),
        figure('Size', 'bytes', 'All databases of the server.', 'sum(pg_database_size_bytes)'),
        figure(
          'Deadlocks, 24 h',
          'none',
          'Ours take their locks in order; one now and then is tried again by itself.',
          'sum(increase(pg_stat_database_deadlocks[24h]))',
          { thresholds: above(1, 20), decimals: 0 },
        ),
        lines(
          'Connections',
          'short',
          'By state and role. Each service has its own roles: <schema>_app.',
          [['sum by (usename, state) (pg_stat_activity_count)', '{{usename}} {{state}}']],
          { stacked: true },
        ),
        lines('Transactions', 'ops', 'Committed and rolled back.', [
          [
            'sum by (datname) (rate(pg_stat_database_xact_commit[$__rate_interval]))',
            '{{datname}} committed',
          ],
          [
            'sum by (datname) (rate(pg_stat_database_xact_rollback[$__rate_interval]))',
            '{{datname}} rolled back',
          ],
        ]),
        lines('Deadlocks', 'ops', 'By database.', [
          ['sum by (datname) (rate(pg_stat_database_deadlocks[$__rate_interval]))', '{{datname}}'],
        ]),
      ],
    },
    {
      title: 'On Kubernetes (CloudNativePG, kubelet)',
      panels: [
        lines(
          'Standbys behind',
          's',
          'How far each standby is behind the primary.',
          [['max by (pod) (cnpg_pg_replication_lag)', '{{pod}}']],
          { thresholds: above(5, 30) },
        ),
        lines('Standbys that follow', 'short', 'Seen by the primary. None means that losing it loses data.', [
          ['max by (namespace) (cnpg_pg_replication_streaming_replicas)', '{{namespace}}'],
        ]),
        lines(
          'Since the log was archived',
          's',
          'What a restore could be short of.',
          [['max by (pod) (cnpg_pg_stat_archiver_seconds_since_last_archival)', '{{pod}}']],
          { thresholds: above(300, 900) },
        ),
        lines(
          'Volumes',
          'percentunit',
          'What is left of each volume of Postgres and NATS.',
          [
            [
              'min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes{persistentvolumeclaim=~".*(postgres|lodging|nats).*"} / kubelet_volume_stats_capacity_bytes)',
              '{{persistentvolumeclaim}}',
            ],
          ],
          { max: 1, thresholds: below(0.15, 0.3) },
        ),
      ],
    },
  ],
};
