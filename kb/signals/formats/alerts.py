"""Rows of the table of formats: alerts, webhooks and pasted notifications. See `kb.signals.families`."""

from __future__ import annotations

from kb.signals.family import Family

ALERTS: tuple[Family, ...] = (
    # Alerts
    Family(
        "webhook:alertmanager-v4", "json", "kb.signals.alertmanager:read", ('"alerts"',), keys=("alerts",),
        pattern=r'"labels"\s*:[^}]{0,2000}"alertname"', rank=40,
    ),
    Family(
        "webhook:grafana-unified", "json", "kb.signals.alertmanager:read", ('"alerts"',), keys=("alerts",),
        pattern=r'"(?:valueString|silenceURL|dashboardURL|orgId|values)"\s*:', rank=45,
    ),
    Family(
        "webhook:alertmanager-api", "json", "kb.signals.alertmanager:read", ('"alertname"',), keys=("labels",),
        pattern=r'\A\s*\[(?s:.){0,4000}"(?:generatorURL|startsAt|fingerprint)"', rank=40,
    ),
    Family(
        "webhook:robusta-finding", "json", "kb.signals.alertmanager:robusta",
        ('"aggregation_key"', '"presentation_status"', '"source_instance_id"'),
        pattern=r'"(?:aggregation_key|finding_type|presentation_\w+|source_instance_id)"\s*:', rank=50,
    ),
    Family(
        "webhook:grafana-legacy", "json", "kb.signals.alert_services:read", ('"ruleName"', '"evalMatches"'),
        pattern=r'"(?:ruleId|ruleUrl|evalMatches)"\s*:', rank=50,
    ),
    Family(
        "webhook:pagerduty", "json", "kb.signals.alert_services:read", ('"incident.', '"pagey.', '"service.'),
        pattern=r'"(?:event_type|type|event)"\s*:\s*"(?:incident\.|service\.|pagey\.)', rank=50,
    ),
    Family(
        "webhook:pagerduty-events-v2", "json", "kb.signals.alert_services:read", ('"event_action"', '"service_key"'),
        pattern=r'"(?:event_action|service_key)"\s*:', rank=50,
    ),
    Family(
        "webhook:opsgenie", "json", "kb.signals.alert_services:read", ('"action"',), keys=("alert", "action"),
        pattern=r'"(?:alertId|tinyId|integrationId)"\s*:', rank=50,
    ),
    Family(
        "webhook:datadog", "json", "kb.signals.alert_services:read", ('"alert_transition"', '"alert_type"'),
        pattern=r'"alert_(?:transition|query|type)"\s*:', rank=50,
    ),
    Family(
        "webhook:cloudwatch-sns", "json", "kb.signals.cloud_alerts:cloudwatch",
        ("AlarmName", "alarmName", '"SubscriptionConfirmation"', ":sns:"),
        pattern=r'AlarmName\\?"|"alarmName"|"SubscriptionConfirmation"|"TopicArn"', rank=50,
    ),
    Family(
        "webhook:gcp-monitoring", "json", "kb.signals.cloud_alerts:google", ('"incident"',), keys=("incident",),
        pattern=r'"(?:incident_id|policy_name|scoping_project_id|condition_name)"\s*:', rank=50,
    ),
    Family(
        "webhook:azure-common", "json", "kb.signals.cloud_alerts:azure", ("azureMonitorCommonAlertSchema",
        '"essentials"'), keys=("data",), pattern=r'"essentials"\s*:', rank=50,
    ),
    Family(
        "webhook:sentry", "json", "kb.signals.alert_services:read", ('"culprit"', "sentry"),
        pattern=r'"(?:culprit|project_slug|web_url|event_id|metric_alert)"\s*:', rank=48,
    ),
    Family(
        "webhook:statuspage", "json", "kb.signals.alert_services:read", ('"page"',), keys=("page",),
        pattern=r'"(?:incident|component|status_description|incidents)"\s*:', rank=50,
    ),
    Family(
        "webhook:newrelic", "json", "kb.signals.alert_services:read",
        ('"condition_name"', '"conditionName"', '"issueUrl"', '"issueTitle"'),
        pattern=r'"(?:current_state|violation_\w+|incident_acknowledge_url|policy_url|issueUrl|accumulations)"\s*:',
        rank=49,
    ),
    Family(
        "webhook:checkmk", "json", "kb.signals.alert_services:read", ("check_mk", "check-mk", '"what"'),
        pattern=r'"what"\s*:\s*"(?:HOST|SERVICE)"|"check_command"\s*:\s*"check[_-]mk', rank=49,
    ),
    Family(
        "webhook:librenms", "json", "kb.signals.alert_services:read", ('"sysName"', '"sysDescr"'),
        pattern=r'"(?:sysName|sysDescr)"\s*:', rank=48,
    ),
    Family(
        "webhook:pingdom", "json", "kb.signals.alert_services:read", ('"check_name"',),
        keys=("check_name", "current_state"), rank=50,
    ),
    Family(
        "webhook:nagios", "json", "kb.signals.alert_services:read", ('tate"', 'STATE"'),
        pattern=r'"(?:NAGIOS_)?(?:(?:HOST|SERVICE)STATE|(?:host|service)_?state)"\s*:', rank=46,
    ),
    Family(
        "webhook:graylog", "json", "kb.signals.alert_services:read",
        ('"check_result"', '"event_definition_id"', '"event_definition_title"'),
        pattern=r'"(?:triggered_condition|event_definition_(?:id|title))"\s*:', rank=50,
    ),
    Family(
        "webhook:slack", "json", "kb.signals.alert_texts:card", ('"text"', '"attachments"'),
        pattern=r'\A\s*\{\s*"(?:channel|attachments|blocks|username)"\s*:|\A\s*\{\s*"text"\s*:\s*"(?:[^"]{0,300}"\s*,\s*'
        r'"(?:attachments|blocks|channel|username|mrkdwn)"|[^"]{0,40}(?:FIRING|RESOLVED|Triggered|Recovered|장애|복구))',
        rank=30,
    ),
    Family(
        "webhook:teams", "json", "kb.signals.alert_texts:card", ("MessageCard", "AdaptiveCard"),
        pattern=r'"(?:@?type)"\s*:\s*"(?:MessageCard|AdaptiveCard)"', rank=35,
    ),
    Family(
        "webhook:kakaowork", "json", "kb.signals.alert_texts:card", ('"conversation_id"', '"blocks"'),
        pattern=r'"conversation_id"\s*:|"type"\s*:\s*"description"', keys=("text",), rank=36,
    ),
    Family(
        "text:slack", "block", "kb.signals.alert_texts:chat",
        ("FIRING", "RESOLVED", "[Alerting]", "[No Data]", "[Triggered", "[Re-Triggered", "[Recovered", "[장애",
         "[복구", "[경보", "[해제"),
        r"^[^\w\[\n]{0,12}(?::[\w+-]{1,30}:\s?){0,2}\[(?:(?:FIRING|RESOLVED)(?::\d+)?(?:, ?RESOLVED:\d+)?\]"
        r"|(?:Alerting|No Data|Triggered|Re-Triggered|Recovered)(?: on [^\]\n]{1,200})?\] \S"
        r"|(?:장애|복구|경보|해제)(?: ?[가-힣]{1,6})?\][^\n]*\n[^\n]{1,24}(?:: |：))",
        end=r"^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\[ *\d+\.\d{6}\] )",
        rank=45,
    ),
    Family(
        "text:nagios-email", "block", "kb.signals.alert_texts:mail", ("Nagios", "Notification Type:", " Alert: "),
        r"^\*{3,} ?Nagios[^\n]{0,80}\*{3,}|^\*\* [A-Z]+ (?:Service|Host) Alert: |^Notification Type: ?[A-Z]",
        end=r"\Z", rank=44,
    ),
    Family(
        "text:icinga", "block", "kb.signals.alert_texts:mail", ("Icinga", "icinga", "] "),
        r"^\*{3,} ?[Ii]cinga[^\n]{0,80}\*{3,}|^\[(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT|CUSTOM)\] [^\n]{1,200} is [A-Z]",
        end=r"\Z", rank=46,
    ),
    Family(
        "text:zabbix", "block", "kb.signals.alert_texts:zabbix",
        ("Problem started at", "Problem has been resolved", "Original problem ID", "Problem name:"),
        r"^(?:(?:PROBLEM|Problem|Resolved|RESOLVED|OK)[^\n]{0,200}\n\s{0,3})?(?:Problem (?:started|has been resolved)"
        r"|Problem name: |Original problem ID: )", rank=45,
    ),
)  # fmt: skip
