import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, table } from './panel.ts';

export const jetstream: Dashboard = {
  uid: 'lodging-jetstream',
  title: 'Lodging: events and JetStream',
  description:
    'From the outbox through the streams to whoever acts on an event, and what nobody could act on.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Oldest event in an outbox',
          's',
          'The slowest publisher. A minute calls somebody.',
          'max(lodging_outbox_lag_seconds)',
          { thresholds: above(5, 60), decimals: 1 },
        ),
        figure(
          'Waiting in outboxes',
          'none',
          'Committed events that are not in their stream yet.',
          'sum(max by (service_name) (lodging_outbox_waiting))',
          { thresholds: above(100, 1000) },
        ),
        figure(
          'Furthest behind',
          'none',
          'Events before the consumer that is furthest behind.',
          'max(lodging:consumer_pending:max)',
          { thresholds: above(100, 500) },
        ),
        figure(
          'Dead letters',
          'none',
          'Events nobody could act on; lodging dead-letters list.',
          'sum(max by (service_name) (lodging_dead_letters_waiting))',
          { thresholds: above(1, 1) },
        ),
        figure(
          'Storage used',
          'percentunit',
          'Of what JetStream may store. A full one takes no events; outboxes then fill.',
          'max(lodging:jetstream_storage_used:ratio)',
          { thresholds: above(0.6, 0.75), decimals: 1 },
        ),
        figure(
          'Lost by a stream, 24 h',
          'none',
          'Events that a stream had acknowledged and lost. They were published again.',
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
          'Near 0 on a good day: the relay is woken by each commit.',
          [['max by (service_name) (lodging_outbox_lag_seconds)', '{{service_name}}']],
          { thresholds: above(5, 60) },
        ),
        lines(
          'Events sent',
          'eps',
          'By type. What a stream acknowledged counts.',
          [
            [
              'sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total{error_type=""}[$__rate_interval]))',
              '{{messaging_destination_name}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Events not sent',
          'eps',
          'Tries that the broker did not acknowledge. They stay in the outbox and are tried again.',
          [
            [
              'sum by (service_name, error_type) (rate(messaging_client_sent_messages_total{error_type!=""}[$__rate_interval]))',
              '{{service_name}} {{error_type}}',
            ],
          ],
        ),
        lines('Acknowledged within', 's', 'How long the broker takes to keep an event, 95 %.', [
          [
            'histogram_quantile(0.95, sum by (le, service_name) (rate(messaging_client_operation_duration_seconds_bucket[$__rate_interval])))',
            '{{service_name}}',
          ],
        ]),
        lines('Waiting in outboxes', 'short', 'How many events wait, by publisher.', [
          ['max by (service_name) (lodging_outbox_waiting)', '{{service_name}}'],
        ]),
        lines('Published a second time', 'eps', 'Events that a stream had lost.', [
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
          'Events in the stream that a consumer has not been given yet.',
          [['lodging:consumer_pending:max', '{{consumer}} ← {{stream}}']],
          { thresholds: above(100, 500) },
        ),
        lines('Given and not done', 'short', 'Events under way. 256 is the most there may be.', [
          ['lodging:consumer_ack_pending:max', '{{consumer}} ← {{stream}}'],
        ]),
        lines(
          'Given again',
          'short',
          'Of those, how many come again because an earlier try failed.',
          [['lodging:consumer_redelivered:max', '{{consumer}} ← {{stream}}']],
          { thresholds: above(1, 10) },
        ),
        lines('Done', 'eps', 'Events acted on a second.', [
          [
            'sum by (messaging_consumer_group_name) (rate(messaging_process_duration_seconds_count{error_type=""}[$__rate_interval]))',
            '{{messaging_consumer_group_name}}',
          ],
        ]),
        lines('Delivered', 'eps', 'Deliveries of events that the consumer acts on, first and later ones.', [
          [
            'sum by (messaging_consumer_group_name) (rate(messaging_client_consumed_messages_total[$__rate_interval]))',
            '{{messaging_consumer_group_name}}',
          ],
        ]),
        lines(
          'Failed tries',
          'eps',
          'By consumer and type. The pauses are 1 s, 5 s, 30 s, 2 min and 10 min; after eight tries it is a dead letter.',
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
          'Until somebody replays them.',
          [
            [
              'max by (messaging_consumer_group_name) (lodging_dead_letters_waiting)',
              '{{messaging_consumer_group_name}}',
            ],
          ],
          { thresholds: above(1, 1) },
        ),
        lines(
          'Handled without an earlier one',
          'eps',
          'An event waits 11 minutes for an earlier one of its stay. Then that one is left out.',
          [
            [
              'sum by (messaging_consumer_group_name) (rate(lodging_consumer_overtakes_total[$__rate_interval]))',
              '{{messaging_consumer_group_name}}',
            ],
          ],
        ),
        lines(
          'New dead letters',
          'eps',
          'When it began: compare with roll-outs and with failures elsewhere.',
          [
            [
              'sum by (messaging_consumer_group_name) (rate(lodging_dead_letters_total[$__rate_interval]))',
              '{{messaging_consumer_group_name}}',
            ],
          ],
        ),
        lines(
          'Came twice, had one effect',
          'eps',
          'Duplicates that the inbox stopped. After a restart or a repair there are some.',
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
          'Messages and last sequence of each stream. A sequence that starts anew means the stream was lost and made again.',
          [
            ['lodging:stream_messages:max', ''],
            ['lodging:stream_last_sequence:max', ''],
          ],
        ),
        lines(
          'Bytes of a stream',
          'bytes',
          'Seven days of events are kept.',
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
        lines('Connections', 'short', 'Clients of the broker: one for each process of a service.', [
          [
            'sum by (server_id) ({__name__=~"gnatsd_varz_connections|nats_varz_connections"})',
            '{{server_id}}',
          ],
        ]),
        lines('Messages', 'ops', 'Everything that passes the broker, requests between services too.', [
          ['sum(rate({__name__=~"gnatsd_varz_in_msgs|nats_varz_in_msgs"}[$__rate_interval]))', 'in'],
          ['sum(rate({__name__=~"gnatsd_varz_out_msgs|nats_varz_out_msgs"}[$__rate_interval]))', 'out'],
        ]),
        lines(
          'Slow consumers',
          'short',
          'Clients that were cut off because they did not read fast enough. Look at their event loop.',
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
