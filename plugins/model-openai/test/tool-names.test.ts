import type { ToolDefinition } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { wireName } from "@varve/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encoder, inputItems } from "./encoded.ts";

const tool = (name: string): ToolDefinition => ({ name, parameters: { type: "object" } });

test("a name that the provider takes is sent as it is, and nothing has to be decoded", async () => {
  const encode = await encoder();

  const request = await encode(windowOf(conversation().call("read_file-2"), { tools: [tool("read_file-2")] }));

  expect(request.body.tools).toMatchObject([{ name: "read_file-2" }]);
  expect(request).not.toHaveProperty("toolNames");
});

test("fault 28: a name that the provider refuses is the same on the tool and on its calls, and can be decoded", async () => {
  const encode = await encoder();
  const window = windowOf(conversation().call("fs.read file").result("x").call("gone tool"), {
    tools: [tool("fs.read file")],
  });

  const { body, toolNames = {} } = await encode(window);

  const [call, , other] = inputItems(body);
  expect(body.tools).toMatchObject([{ name: call?.name }]);
  expect(call?.name).toMatch(/^fs_read_file_[0-9a-f]{10}$/);
  expect(toolNames).toEqual({ [String(call?.name)]: "fs.read file", [String(other?.name)]: "gone tool" });
});

test("fault 28: names that look alike on the wire do not clash, nor with a tool that has such a name already", async () => {
  const encoded = wireName("fs.read file");
  const names = ["fs.read file", "fs read.file", "fs_read_file", encoded, wireName(encoded)];

  expect(new Set(names.map(wireName)).size).toBe(names.length);
});

test("fault 28: any names are accepted by the provider, distinct, and independent of each other", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 90 }),
    fc.stringMatching(/^[a-z._ ]{0,6}$/),
    fc.stringMatching(/^[a-z]{1,3}_[0-9a-f]{10}$/),
    fc.stringMatching(/^[a-z. ]{1,4}$/).map(wireName),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 20 }), (names) => {
      const wire = names.map(wireName);
      expect(wire.every((each) => /^[a-zA-Z0-9_-]{1,64}$/.test(each))).toBe(true);
      expect(new Set(wire).size).toBe(names.length);
    }),
    { numRuns: 1_000 },
  );
});
