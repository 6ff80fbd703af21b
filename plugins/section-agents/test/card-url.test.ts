import { sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import { type AgentsOptions, agentsSection } from "../src/index.ts";

const card = JSON.stringify({ name: "Weather", description: "Tomorrow's weather.", skills: [] });
const address = "https://agents.test/.well-known/agent-card.json?token=s3cret";

async function rendered(fetchCard: typeof fetch, options: AgentsOptions = {}, card_url = address): Promise<unknown> {
  const section = await tapped(agentsSection(fetchCard), { ...options, agents: { sky: { card_url } } });
  return section.call("section.agents.in", sectionContext("agents"));
}

test("a card is fetched once, at start, without credentials and without following redirects", async () => {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const section = await tapped(
    agentsSection(async (input, init) => {
      requests.push({ url: String(input), init });
      return new Response(card);
    }),
    { agents: { sky: { card_url: address } } },
  );

  expect(await section.call("section.agents.in", sectionContext("agents"))).toContain("- sky: Weather");
  await section.call("section.agents.in", sectionContext("agents", { turn: 2 }));
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ url: address, init: { redirect: "manual", credentials: "omit" } });
});

test("a server that does not answer in time is an error, not a hang", async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });

  await expect(rendered(never, { card_timeout_ms: 20 })).rejects.toThrow("did not come within 20 ms");
});

test("a body that never ends is read up to the bound", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });

  const failure = rendered(async () => new Response(endless), { max_card_bytes: 10_000 });

  await expect(failure).rejects.toThrow("has more than 10000 bytes");
  expect(pulled).toBeLessThan(20);
});

test.each([
  ["a refusal", async () => new Response("no", { status: 404 }), "was refused with HTTP 404"],
  ["a redirect", async () => new Response(null, { status: 302 }), "is elsewhere (HTTP 302)"],
  ["no JSON", async () => new Response("<html>"), "is no JSON"],
  ["an empty answer", async () => new Response(null), "is no JSON"],
  ["a dead network", () => Promise.reject(new TypeError("fetch failed")), "cannot be fetched"],
] satisfies [string, typeof fetch, string][])("%s is a typed error that hides the query", async (_, answer, reason) => {
  const failure = await rendered(answer).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: "AGENT_CARD", source: "https://agents.test/.well-known/agent-card.json" });
  expect(String(failure)).toContain(reason);
  expect(String(failure)).not.toContain("s3cret");
});

test.each([
  ["no address", "agents/billing.json", "has no address"],
  ["another scheme", "file:///etc/passwd", "has no address"],
  ["credentials", "https://me:hunter2@agents.test/card.json", "has credentials in its address"],
])("an address with %s is refused before anything is fetched", async (_, card_url, reason) => {
  const failure = await rendered(() => Promise.reject(new Error("fetched")), {}, card_url).catch(String);

  expect(failure).toContain(reason);
  expect(failure).not.toContain("hunter2");
});
