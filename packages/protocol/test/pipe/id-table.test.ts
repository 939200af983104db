import fc from "fast-check";
import { expect, it } from "vitest";
import { IdTable } from "../../src/pipe/id-table.ts";

interface Item {
  readonly request: { readonly id: string | number };
}
const item = (id: string | number): Item => ({ request: { id } });

it("behaves as a map, whatever comes and goes", () => {
  const id = fc.oneof(
    fc.integer({ min: -3, max: 400 }),
    fc.constantFrom("1", "a", "__proto__", 0.5, -0, 2 ** 53, Number.NaN),
  );
  const step = fc.record({ add: fc.boolean(), id });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const table = new IdTable<Item>();
      const model = new Map<string | number, Item>();
      for (const { add, id: key } of steps) {
        const known = model.get(key);
        if (add) {
          const fresh = item(key);
          table.add(fresh);
          model.set(key, fresh);
        } else if (known !== undefined) {
          expect(table.remove(known)).toBe(true);
          model.delete(key);
        }
        expect(table.size).toBe(model.size);
      }
      for (const [key, value] of model) expect(table.get(key)).toBe(value);
      expect(new Set(table.all())).toEqual(new Set(model.values()));
    }),
  );
});

it("gives all in the order of their ids, also after growing", () => {
  const table = new IdTable<Item>();
  for (let id = 300; id > 0; id -= 1) table.add(item(id));
  expect(table.all().map(({ request }) => request.id)).toEqual(
    Array.from({ length: 300 }, (_, at) => at + 1),
  );
});

it("keeps an old request beside many that come and go", () => {
  const table = new IdTable<Item>();
  const old = item(5);
  table.add(old);
  for (let id = 6; id < 50_000; id += 1) {
    const fresh = item(id);
    table.add(fresh);
    expect(table.remove(fresh)).toBe(true);
  }
  expect(table.get(5)).toBe(old);
  expect(table.size).toBe(1);
});

it("finds nothing by what is no id, and lets a replaced one alone", () => {
  const table = new IdTable<Item>();
  const first = item(1);
  table.add(first);
  table.add(item(1));
  expect(table.remove(first)).toBe(false);
  for (const odd of [undefined, null, {}, "1", 1.5, true]) expect(table.get(odd)).toBeUndefined();
  table.clear();
  expect(table.size).toBe(0);
  expect(table.get(1)).toBeUndefined();
});
