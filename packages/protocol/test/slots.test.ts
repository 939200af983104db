import fc from "fast-check";
import { expect, test } from "vitest";
import { Slots } from "../src/slots.ts";

test("whatever comes and goes, what is there is what was taken in and not let go", () => {
  const steps = fc.array(fc.oneof(fc.constant("add" as const), fc.nat(20)));
  fc.assert(
    fc.property(steps, (script) => {
      const slots = new Slots<{ readonly n: number }>();
      const there: { readonly slot: number; readonly item: { readonly n: number } }[] = [];
      script.forEach((step, n) => {
        if (step === "add") {
          const item = { n };
          there.push({ slot: slots.add(item), item });
        } else {
          const [gone] = there.splice(step % Math.max(1, there.length), 1);
          if (gone !== undefined) slots.remove(gone.slot, gone.item);
        }
        expect(slots.size).toBe(there.length);
        expect(new Set(slots.all())).toEqual(new Set(there.map(({ item }) => item)));
      });
    }),
  );
});

test("letting go twice, or of what another one has taken, does nothing", () => {
  const slots = new Slots<string>();
  const slot = slots.add("a");
  slots.remove(slot, "a");
  slots.remove(slot, "a");
  expect(slots.size).toBe(0);
  expect(slots.add("b")).toBe(slot);
  slots.remove(slot, "a");
  expect(slots.all()).toEqual(["b"]);
  expect(slots.add("c")).not.toBe(slot);
  expect(slots.find((item) => item === "c")).toBe("c");
  expect(slots.find((item) => item === "a")).toBeUndefined();
});
