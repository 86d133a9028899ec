import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "../../../src/webhooks/sign.ts";

test("the example of standardwebhooks.com is signed as it says, once for each secret", async () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const content = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  const headers = await signedHeaders([secret], content);
  expect(headers).toMatchObject({
    "webhook-id": content.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": signature,
  });
  const other = newWebhookSecret((bytes) => bytes.fill(7));
  const both = await signedHeaders([secret, other], content);
  expect(both["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  expect(both["webhook-signature"]).toContain(signature);
});
