import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, table } from './panel.ts';

export const jetstream: Dashboard = {
  uid: 'lodging-jetstream',
  title: 'Lodging: events and JetStream',
  description:
    'From the outbox through the streams to the consumers of an event, and the events that no consumer could handle.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Oldest event in an outbox',
          's',
          'The slowest publisher. Pages from one minute.',
          'max(lodging_outbox_lag_seconds)',
          { thresholds: above(5, 60), decimals: 1 },
        ),
        figure(
          'Waiting in outboxes',
          'none',
          'Committed events that are not yet in their stream.',
          'sum(max by (service_name) (lodging_outbox_waiting))',
          { thresholds: above(100, 1000) },
        ),
        figure(
          'Largest backlog',
          'none',
          'The backlog of the consumer that is furthest behind.',
          'max(lodging:consumer_pending:max)',
          { thresholds: above(100, 500) },
        ),
        figure(
          'Dead letters',
          'none',
          'Events that no consumer could handle. List them with `lodging dead-letters list`.',
          'sum(max by (service_name) (lodging_dead_letters_waiting))',
          { thresholds: above(1, 1) },
        ),
        figure(
          'Storage used',
          'percentunit',
          'Of the JetStream limit. When it is full, events stay in the outboxes.',
          'max(lodging:jetstream_storage_used:ratio)',
          { thresholds: above(0.6, 0.75), decimals: 1 },
        ),
        figure(
          'Lost by a stream, 24 h',
          'none',
          'Events that a stream acknowledged and then lost. They were republished.',
          `sum(${grown('lodging_outbox_lost_total', '24h')}) or vector(0)`,
          { thresholds: above(1, 1), decimals: 0 },
        ),
      ],
    },
    {
      title: 'Publishers',
      panels: [
        lines(
          'Age of the oldest waiting event',
          's',
          'Normally near 0: each commit wakes the relay.',
          [['max by (service_name) (lodging_outbox_lag_seconds)', '{{service_name}}']],
          { thresholds: above(5, 60) },
        ),
        lines(
          'Events published',
          'eps',
          'By type; only events that a stream acknowledged.',
          [
            [
              'sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{error_type=""}[$__rate_interval]))',
              '{{messaging_destination_name}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Failed publications',
          'eps',
          'Attempts without an acknowledgement of the broker. The events stay in the outbox and are retried.',
          [
            [
              'sum by (service_name, error_type) (rate(messaging_client_sent_messages_total{error_type!=""}[$__rate_interval]))',
              '{{service_name}} {{error_type}}',
            ],
          ],
        ),
        lines(
          'Time to acknowledgement',
          's',
          'The time the broker takes to store an event, 95th percentile.',
          [
            [
              'histogram_quantile(0.95, sum by (le, service_name) (rate(messaging_client_operation_duration_seconds_bucket[$__rate_interval])))',
              '{{service_name}}',
            ],
          ],
        ),
        lines('Waiting in outboxes', 'short', 'Unpublished events, by publisher.', [
          ['max by (service_name) (lodging_outbox_waiting)', '{{service_name}}'],
        ]),
        lines('Republished', 'eps', 'Events that a stream had lost.', [
          ['sum by (service_name) (rate(lodging_outbox_lost_total[$__rate_interval]))', '{{service_name}}'],
        ]),
      ],
    },
    {
      title: 'Consumers',
      panels: [
        lines(
          'Behind',
          'short',
          'Events of the stream that are not yet delivered to the consumer.',
          [['lodging:consumer_pending:max', '{{consumer}} ← {{stream}}']],
          { thresholds: above(100, 500) },
        ),
        lines('In flight', 'short', 'Delivered events without an acknowledgement. The maximum is 8,192.', [
          ['lodging:consumer_ack_pending:max', '{{consumer}} ← {{stream}}'],
        ]),
        lines(
          'Redelivered',
          'short',
          'Events in flight that are redelivered after a failed attempt.',
          [['lodging:consumer_redelivered:max', '{{consumer}} ← {{stream}}']],
          { thresholds: above(1, 10) },
        ),
        lines('Handled', 'eps', 'Events handled a second.', [
          [
            'sum by (messaging_consumer_group_name) (rate(messaging_process_duration_seconds_count{error_type=""}[$__rate_interval]))',
            '{{messaging_consumer_group_name}}',
          ],
        ]),
        lines('Delivered', 'eps', 'Deliveries of events that the consumer handles, including redeliveries.', [
          [
            'sum by (messaging_consumer_group_name) (rate(messaging_client_consumed_messages_total[$__rate_interval]))',
            '{{messaging_consumer_group_name}}',
          ],
        ]),
        lines(
          'Failed attempts',
          'eps',
          'By consumer and type. Retries wait 1 s, 5 s, 30 s, 2 min and 10 min; after eight attempts the event is a dead letter.',
          [
            [
              'sum by (messaging_consumer_group_name, messaging_destination_name) (rate(lodging_consumer_retries_total[$__rate_interval]))',
              '{{messaging_consumer_group_name}} {{messaging_destination_name}}',
            ],
          ],
        ),
        lines(
          'Dead letters waiting',
          'short',
          'Until an operator replays them.',
          [
            [
              'max by (messaging_consumer_group_name) (lodging_dead_letters_waiting)',
              '{{messaging_consumer_group_name}}',
            ],
          ],
          { thresholds: above(1, 1) },
        ),
        lines(
          'Handled out of order',
          'eps',
          'An event waits 11 minutes for an earlier event of its stay. Then the earlier event is skipped.',
          [
            [
              'sum by (messaging_consumer_group_name) (rate(lodging_consumer_overtakes_total[$__rate_interval]))',
              '{{messaging_consumer_group_name}}',
            ],
          ],
        ),
        lines('New dead letters', 'eps', 'Compare the start with rollouts and other failures.', [
          [
            'sum by (messaging_consumer_group_name) (rate(lodging_dead_letters_total[$__rate_interval]))',
            '{{messaging_consumer_group_name}}',
          ],
        ]),
        lines(
          'Duplicates skipped',
          'eps',
          'Duplicates detected by the inbox. Some are normal after a restart or a repair.',
          [
            [
              'sum by (messaging_consumer_group_name) (rate(lodging_inbox_duplicates_total[$__rate_interval]))',
              '{{messaging_consumer_group_name}}',
            ],
          ],
        ),
      ],
    },
    {
      title: 'The broker (prometheus-nats-exporter)',
      panels: [
        table(
          'Streams',
          'none',
          'Messages and last sequence of each stream. A sequence that starts at 1 again means that the stream was recreated.',
          [
            ['lodging:stream_messages:max', ''],
            ['lodging:stream_last_sequence:max', ''],
          ],
        ),
        lines(
          'Bytes of a stream',
          'bytes',
          'Events are kept for seven days.',
          [['lodging:stream_bytes:max', '{{stream}}']],
          { width: 6 },
        ),
        lines(
          'Storage used',
          'percentunit',
          'By server.',
          [['lodging:jetstream_storage_used:ratio', '{{server_name}}']],
          { width: 6, thresholds: above(0.75, 0.9), max: 1 },
        ),
        lines('Connections', 'short', 'Connections to the broker: one for each process of a service.', [
          [
            'sum by (server_id) ({__name__=~"gnatsd_varz_connections|nats_varz_connections"})',
            '{{server_id}}',
          ],
        ]),
        lines('Messages', 'ops', 'All messages of the broker, including requests between services.', [
          ['sum(rate({__name__=~"gnatsd_varz_in_msgs|nats_varz_in_msgs"}[$__rate_interval]))', 'in'],
          ['sum(rate({__name__=~"gnatsd_varz_out_msgs|nats_varz_out_msgs"}[$__rate_interval]))', 'out'],
        ]),
        lines(
          'Slow consumers',
          'short',
          'Clients disconnected because they read too slowly. Check their event loop.',
          [
            [
              'sum by (server_id) ({__name__=~"gnatsd_varz_slow_consumers|nats_varz_slow_consumers"})',
              '{{server_id}}',
            ],
          ],
        ),
      ],
    },
  ],
};
