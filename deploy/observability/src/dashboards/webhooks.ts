import type { Dashboard } from './dashboard.ts';
import { grown } from './grown.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const webhooks: Dashboard = {
  uid: 'lodging-webhooks',
  title: 'Lodging: webhooks and mail',
  description: 'How soon tenants’ systems are told, how they answer, what was given up; and mail to guests.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Oldest due',
          's',
          'A try that is due and that nobody makes. Five minutes call somebody.',
          'max(lodging_webhook_oldest_due_age_seconds)',
          { thresholds: above(60, 300), decimals: 1 },
        ),
        figure(
          'Waiting',
          'none',
          'Deliveries neither made nor given up, pauses between tries included.',
          'max(lodging_webhook_deliveries_waiting)',
        ),
        figure(
          'Told within 60 s, 24 h',
          'percentunit',
          'The objective is 99 %.',
          'sum(increase(lodging_webhook_commit_to_attempt_seconds_bucket{le=~"60|60.0"}[24h])) / sum(increase(lodging_webhook_commit_to_attempt_seconds_count[24h]))',
          { decimals: 2 },
        ),
        figure(
          'Given up, 24 h',
          'none',
          'Deliveries after their last try. The tenant can have them sent again.',
          `sum(${grown('lodging_webhook_attempts_total{lodging_outcome="dead"}', '24h')}) or vector(0)`,
          { thresholds: above(1, 100), decimals: 0 },
        ),
        figure(
          'Endpoints disabled',
          'none',
          'Gone (410), or nothing but failures for five days.',
          'max(lodging_webhook_endpoints_disabled)',
        ),
        figure(
          'Mails failing',
          'percentunit',
          'Of the last five minutes.',
          '(sum(rate(lodging_mails_total{lodging_outcome="failed"}[5m])) or vector(0)) / sum(rate(lodging_mails_total[5m]))',
          { thresholds: above(0.05, 0.2), decimals: 1 },
        ),
      ],
    },
    {
      title: 'Deliveries',
      panels: [
        lines(
          'From event to first try',
          's',
          'Within 60 s for 99 %, says the objective.',
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
        lines('Waiting', 'short', 'Grows while a large receiver is away, and shrinks by itself.', [
          ['max(lodging_webhook_deliveries_waiting)', 'deliveries'],
        ]),
        lines('Receivers answer', 'reqps', 'By status. 410 disables an endpoint.', [
          [
            `sum by (http_response_status_code) (rate(${CALLS}_count{lodging_peer="webhook"}[$__rate_interval]))`,
            '{{http_response_status_code}}',
          ],
        ]),
        lines('Receivers fail', 'reqps', 'Why there was no answer. All of one kind at once: our way out.', [
          [
            `sum by (error_type) (rate(${CALLS}_count{lodging_peer="webhook", error_type!=""}[$__rate_interval]))`,
            '{{error_type}}',
          ],
        ]),
        lines('Receivers take', 's', 'One try may last 15 s.', [
          [
            `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="webhook"}[$__rate_interval])))`,
            '95 %',
          ],
        ]),
        lines(
          'Oldest due',
          's',
          'Above 0 for long, the deliverer does not keep up or does not run.',
          [['max(lodging_webhook_oldest_due_age_seconds)', 'oldest']],
          { thresholds: above(60, 300) },
        ),
        lines(
          'Events before the log',
          'short',
          'Events that notifications has not taken in yet: no webhook knows of them.',
          [['lodging:consumer_pending:max{consumer="notifications"}', '{{stream}}']],
        ),
        lines('Mails to guests', 'ops', 'Handed to the mail server, or not.', [
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
