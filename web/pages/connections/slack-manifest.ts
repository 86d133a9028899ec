/** Link that creates the Slack app with everything filled in. */

const BOT_SCOPES = [
  "app_mentions:read",
  "channels:history",
  "groups:history",
  "im:history",
  "mpim:history",
  "chat:write",
  "commands",
  "files:read",
  "files:write",
  "reactions:write",
  "users:read",
];
const BOT_EVENTS = ["app_mention", "message.channels", "message.groups", "message.im", "message.mpim"];

/** The app is made for Socket Mode where there is no public address. */
export function slackAppLink({ url, isReachable }: { url: string; isReachable: boolean }): string {
  const address = isReachable ? { request_url: url } : {};
  const manifest = {
    display_information: { name: "Nightjar" },
    features: {
      app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: "nightjar", always_online: true },
      slash_commands: [
        {
          command: "/nightjar",
          ...(isReachable && { url }),
          description: "Ask the agent",
          usage_hint: "what you want",
          should_escape: true,
        },
      ],
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: { ...address, bot_events: BOT_EVENTS },
      interactivity: { is_enabled: true, ...address },
      socket_mode_enabled: !isReachable,
    },
  };
  const params = new URLSearchParams({ new_app: "1", manifest_json: JSON.stringify(manifest) });
  return `https://api.slack.com/apps?${params}`;
}
