import type { Dashboard } from './dashboard.ts';
import { above, below, figure, lines } from './panel.ts';

const POOL = 'db_client_connection_pool_name';

export const postgres: Dashboard = {
  uid: 'lodging-postgres',
  title: 'Lodging: Postgres',
  description: 'Pools and statements of the services; connections, replication and disks of the server.',
  variables: [],
  rows: [
    {
      title: 'Clients (services)',
      panels: [
        lines(
          'Pool utilization',
          'percentunit',
          'Used connections of the pool maximum. At 100 % operations wait.',
          [
            [
              `sum by (${POOL}) (db_client_connection_count{db_client_connection_state="used"}) / sum by (${POOL}) (db_client_connection_max)`,
              `{{${POOL}}}`,
            ],
          ],
          { thresholds: above(0.8, 1), max: 1 },
        ),
        lines('Waiting for a connection', 'short', 'Operations that wait for a free connection.', [
          [`sum by (${POOL}) (db_client_connection_pending_requests)`, `{{${POOL}}}`],
        ]),
        lines(
          'Waited',
          's',
          'The wait for a connection, 95th percentile. The timeout is 1 s.',
          [
            [
              `histogram_quantile(0.95, sum by (le, ${POOL}) (rate(db_client_connection_wait_time_seconds_bucket[$__rate_interval])))`,
              `{{${POOL}}}`,
            ],
          ],
          { thresholds: above(0.05, 0.25) },
        ),
        lines('Connection timeouts', 'ops', 'Each is a request that failed.', [
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
          'By error. Unique and exclusion violations end races and are normal in small numbers.',
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
          'Time by statement',
          'percentunit',
          'The ten statements with the most total time, in seconds per second.',
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
        figure('Up', 'bool_yes_no', 'Whether the exporter reaches the server.', 'min(pg_up)', {
          thresholds: below(1, 1),
        }),
        figure(
          'Connections in use',
          'percentunit',
          'Of max_connections, all logins.',
          'sum(pg_stat_activity_count) / max(pg_settings_max_connections)',
          { thresholds: above(0.7, 0.85), decimals: 0 },
        ),
        figure(
          'Cache hit ratio',
          'percentunit',
          'Blocks read from memory. Under 99 % the working set does not fit.',
          'sum(rate(pg_stat_database_blks_hit[5m])) / (sum(rate(pg_stat_database_blks_hit[5m])) + sum(rate(pg_stat_database_blks_read[5m])))',
          { thresholds: below(0.95, 0.99), decimals: 2 },
        ),
        figure(
          'Longest transaction',
          's',
          'An old transaction blocks vacuum.',
          'max(pg_stat_activity_max_tx_duration{state=~"active|idle in transaction"})',
          { thresholds: above(60, 300) },
        ),
        figure('Size', 'bytes', 'All databases of the server.', 'sum(pg_database_size_bytes)'),
        figure(
          'Deadlocks, 24 h',
          'none',
          'The services lock in a fixed order; occasional deadlocks are retried.',
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
          'Standby lag',
          's',
          'The lag of each standby behind the primary.',
          [['max by (pod) (cnpg_pg_replication_lag)', '{{pod}}']],
          { thresholds: above(5, 30) },
        ),
        lines(
          'Streaming standbys',
          'short',
          'Standbys connected to the primary. With none, the loss of the primary loses data.',
          [['max by (namespace) (cnpg_pg_replication_streaming_replicas)', '{{namespace}}']],
        ),
        lines(
          'Time since last WAL archival',
          's',
          'The data that a restore would lose.',
          [['max by (pod) (cnpg_pg_stat_archiver_seconds_since_last_archival)', '{{pod}}']],
          { thresholds: above(300, 900) },
        ),
        lines(
          'Volumes',
          'percentunit',
          'Free space of each volume of Postgres and NATS.',
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
