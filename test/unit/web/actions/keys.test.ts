import { describe, expect, it, vi } from "vitest";
import { type Action, hintOf, keyListener, offersOf } from "../../../../web/actions/action.ts";
import { areKeys, type Keys, keysText } from "../../../../web/actions/keys.ts";

/** What a browser tells of a key. */
function press(key: string, held: readonly ("ctrl" | "meta" | "shift" | "alt")[] = []) {
  return {
    key,
    ctrlKey: held.includes("ctrl"),
    metaKey: held.includes("meta"),
    shiftKey: held.includes("shift"),
    altKey: held.includes("alt"),
    defaultPrevented: false,
    isComposing: false,
    keyCode: 0,
    preventDefault: vi.fn(),
  };
}

describe("keys", () => {
  it.each<[Keys, ReturnType<typeof press>, boolean]>([
    ["Mod+K", press("k", ["ctrl"]), true],
    ["Mod+K", press("k", ["meta"]), true],
    ["Mod+K", press("K", ["ctrl"]), true],
    ["Mod+K", press("k"), false],
    ["Mod+K", press("K", ["ctrl", "shift"]), false],
    ["Mod+K", press("k", ["ctrl", "alt"]), false],
    ["Mod+K", press("j", ["ctrl"]), false],
    ["Mod+Shift+O", press("O", ["meta", "shift"]), true],
    ["Mod+Shift+O", press("o", ["ctrl"]), false],
    ["Enter", press("Enter"), true],
    ["Enter", press("Enter", ["shift"]), false],
    ["Escape", press("Escape"), true],
  ])("%s: %o", (keys, event, isMatch) => {
    expect(areKeys(keys, event)).toBe(isMatch);
  });

  it.each<[Keys, string, string]>([
    ["Mod+K", "Ctrl+K", "⌘K"],
    ["Mod+Shift+O", "Ctrl+Shift+O", "⇧⌘O"],
    ["Alt+Enter", "Alt+Enter", "⌥↩"],
    ["Shift+Enter", "Shift+Enter", "⇧↩"],
    ["Escape", "Esc", "Esc"],
  ])("%s is written %s, and %s by Apple", (keys, elsewhere, onApple) => {
    expect([keysText(keys, false), keysText(keys, true)]).toEqual([elsewhere, onApple]);
  });

  it("stand in the tooltip behind what they do", () => {
    expect(hintOf({ label: "Stop", keys: ["Escape"] })).toBe("Stop (Esc)");
    expect(hintOf({ label: "Attach" })).toBe("Attach");
  });
});

describe("actions", () => {
  interface Lamp {
    isLit: boolean;
    turn: (how: string) => void;
  }
  const actions: readonly Action<Lamp>[] = [
    { name: "light", label: "Light", icon: "sun", keys: ["Mod+K"], when: isDark, run: turned("on") },
    { name: "dim", label: "Dim", icon: "moon", keys: ["Mod+K"], when: isLit, run: turned("off") },
    {
      name: "break",
      label: "Break",
      icon: "trash",
      keys: ["Escape"],
      isUnlisted: true,
      run: turned("broken"),
    },
  ];
  function isLit(lamp: Lamp): boolean {
    return lamp.isLit;
  }
  function isDark(lamp: Lamp): boolean {
    return !lamp.isLit;
  }
  function turned(how: string) {
    return (lamp: Lamp) => lamp.turn(how);
  }

  it("are offered where they can be done, in their order, and run in that context", () => {
    const turn = vi.fn();
    const offers = offersOf(actions, { isLit: true, turn });
    expect(offers.map(({ name }) => name)).toEqual(["dim"]);
    offers[0]?.run();
    expect(turn).toHaveBeenCalledExactlyOnceWith("off");
  });

  it("run by their keys, also those that no menu lists, and then the browser does nothing with these", () => {
    const turn = vi.fn();
    const listen = keyListener(actions, () => ({ isLit: false, turn }));
    const [light, end, other] = [press("k", ["ctrl"]), press("Escape"), press("x")];
    for (const event of [light, end, other]) listen(event);
    expect(turn.mock.calls).toEqual([["on"], ["broken"]]);
    expect(light.preventDefault).toHaveBeenCalledOnce();
    expect(other.preventDefault).not.toHaveBeenCalled();
  });

  it.each([
    ["that something else has taken", { defaultPrevented: true }],
    ["that belong to a composition", { isComposing: true }],
    ["that end a composition", { keyCode: 229 }],
  ])("do not run by keys %s", (_why, over) => {
    const turn = vi.fn();
    keyListener(actions, () => ({ isLit: true, turn }))({ ...press("Escape"), ...over });
    expect(turn).not.toHaveBeenCalled();
  });

  it("do not run where their scope is not there", () => {
    const event = press("Escape");
    keyListener(actions, () => null)(event);
    expect(event.preventDefault).not.toHaveBeenCalled();
  });
});
