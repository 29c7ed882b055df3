import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const webhooks: Dashboard = {
  uid: 'lodging-webhooks',
  title: 'Lodging: webhooks and mail',
  description: 'Latency, responses and failures of webhook deliveries; mail to guests.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Oldest due',
          's',
          'The time an attempt is overdue. Pages from five minutes.',
          'max(lodging_webhook_oldest_due_age_seconds)',
          { thresholds: above(60, 300), decimals: 1 },
        ),
        figure(
          'Waiting',
          'none',
          'Pending deliveries, including those between attempts.',
          'max(lodging_webhook_deliveries_waiting)',
        ),
        figure(
          'Sent within 60 s, 24 h',
          'percentunit',
          'The objective is 99 %.',
          'sum(increase(lodging_webhook_commit_to_attempt_seconds_bucket{le=~"60|60.0"}[24h])) / sum(increase(lodging_webhook_commit_to_attempt_seconds_count[24h]))',
          { decimals: 2 },
        ),
        figure(
          'Dead, 24 h',
          'none',
          'Deliveries that failed permanently. The tenant can redeliver them.',
          `sum(${grown('lodging_webhook_attempts_total{lodging_outcome="dead"}', '24h')}) or vector(0)`,
          { thresholds: above(1, 100), decimals: 0 },
        ),
        figure(
          'Endpoints disabled',
          'none',
          'After a 410, or five days of failed attempts only.',
          'max(lodging_webhook_endpoints_disabled)',
        ),
        figure(
          'Mails failing',
          'percentunit',
          'In the last five minutes.',
          '(sum(rate(lodging_mails_total{lodging_outcome="failed"}[5m])) or vector(0)) / sum(rate(lodging_mails_total[5m]))',
          { thresholds: above(0.05, 0.2), decimals: 1 },
        ),
      ],
    },
    {
      title: 'Deliveries',
      panels: [
        lines(
          'From event to first attempt',
          's',
          'Objective: 99 % within 60 s.',
          [
            [
              'histogram_quantile(0.5, sum by (le) (rate(lodging_webhook_commit_to_attempt_seconds_bucket[$__rate_interval])))',
              'half of them',
            ],
            [
              'histogram_quantile(0.99, sum by (le) (rate(lodging_webhook_commit_to_attempt_seconds_bucket[$__rate_interval])))',
              '99 %',
            ],
          ],
          { thresholds: above(10, 60) },
        ),
        lines(
          'Tries',
          'ops',
          'dead is a failed one after which no other follows.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_webhook_attempts_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Waiting',
          'short',
          'Grows while a large receiver is unavailable, then shrinks automatically. Deferred: a tenant has more than 6,000 deliveries a minute.',
          [
            ['max(lodging_webhook_deliveries_waiting)', 'deliveries'],
            ['max(lodging_webhook_events_deferred)', 'deferred events'],
          ],
        ),
        lines('Receiver responses', 'reqps', 'By status. 410 disables an endpoint.', [
          [
            `sum by (http_response_status_code) (rate(${CALLS}_count{lodging_peer="webhook"}[$__rate_interval]))`,
            '{{http_response_status_code}}',
          ],
        ]),
        lines(
          'Receiver errors',
          'reqps',
          'Reasons for a missing response. One reason for all receivers: the egress is broken.',
          [
            [
              `sum by (error_type) (rate(${CALLS}_count{lodging_peer="webhook", error_type!=""}[$__rate_interval]))`,
              '{{error_type}}',
            ],
          ],
        ),
        lines('Receiver response time', 's', 'An attempt may last 15 s.', [
          [
            `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="webhook"}[$__rate_interval])))`,
            '95 %',
          ],
        ]),
        lines(
          'Oldest due',
          's',
          'Above 0 for long: the deliverer is too slow or does not run.',
          [['max(lodging_webhook_oldest_due_age_seconds)', 'oldest']],
          { thresholds: above(60, 300) },
        ),
        lines(
          'Backlog of the event log',
          'short',
          'Events that notifications has not handled; their deliveries do not exist yet.',
          [['lodging:consumer_pending:max{consumer="notifications"}', '{{stream}}']],
        ),
        lines('Mails to guests', 'ops', 'Accepted or refused by the mail server.', [
          ['sum by (lodging_outcome) (rate(lodging_mails_total[$__rate_interval]))', '{{lodging_outcome}}'],
        ]),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Trouble',
          'Warnings and errors of the service.',
          '{service_name="notifications"} | detected_level=~"warn|error|fatal"',
        ),
      ],
    },
  ],
};
