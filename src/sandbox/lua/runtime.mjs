/**
 * Lua 5.3 inside the JavaScript sandbox: bundled by scripts/build-lua.mjs into lua.txt and run by QuickJS, so that the
 * same limits hold for both languages. `ctx` functions yield until the host has answered.
 */
import { lauxlib, lua, lualib, to_jsstring, to_luastring } from "fengari";

const MAX_DEPTH = 40;
const UNSAFE = ["dofile", "loadfile", "require", "package"];
const LIBRARIES = {
  _G: lualib.luaopen_base,
  coroutine: lualib.luaopen_coroutine,
  table: lualib.luaopen_table,
  string: lualib.luaopen_string,
  utf8: lualib.luaopen_utf8,
  math: lualib.luaopen_math,
  os: lualib.luaopen_os,
};
const OS_KEPT = new Set(["time", "date", "clock", "difftime"]);

globalThis.__lua = (code, { ctx, console }, { resolve, reject }) => {
  try {
    new Program({ ctx, console, resolve, reject }).start(code);
  } catch (error) {
    reject(error);
  }
};

class Program {
  /** `ctx` and `console` of the program, and where its end is told. */
  constructor(surroundings) {
    Object.assign(this, surroundings);
    this.state = lauxlib.luaL_newstate();
    this.waiting = undefined;
    this.#openLibraries();
    this.thread = lua.lua_newthread(this.state);
    this.#offerContext();
  }

  start(code) {
    const source = to_luastring(code);
    const status = lauxlib.luaL_loadbufferx(
      this.thread,
      source,
      source.length,
      to_luastring("=program"),
      to_luastring("t"),
    );
    if (status !== lua.LUA_OK) throw this.#failure("SyntaxError");
    this.#resume(0);
  }

  #resume(count) {
    const status = lua.lua_resume(this.thread, this.state, count);
    if (status === lua.LUA_OK) return this.resolve(this.#results());
    if (status !== lua.LUA_YIELD) return this.reject(this.#failure("LuaError"));
    if (!this.waiting)
      return this.reject(luaError("LuaError", "program: attempt to yield from outside a coroutine"));
    const answer = this.waiting;
    this.waiting = undefined;
    answer.then(
      (value) => this.#answer(true, value),
      (error) => this.#answer(false, String(error?.message ?? error)),
    );
  }

  #answer(ok, value) {
    try {
      lua.lua_settop(this.thread, 0);
      lua.lua_pushboolean(this.thread, ok);
      push(this.thread, value, 0);
      this.#resume(2);
    } catch (error) {
      this.reject(error);
    }
  }

  #results() {
    const shown = [];
    for (let index = 1; index <= lua.lua_gettop(this.thread); index++) shown.push(text(this.thread, index));
    return shown.join("\t");
  }

  /** A thread that failed has no room on its stack: the message is read on the main one. */
  #failure(name) {
    lua.lua_xmove(this.thread, this.state, 1);
    return luaError(name, tostring(this.state, -1));
  }

  #openLibraries() {
    const { state } = this;
    for (const [name, open] of Object.entries(LIBRARIES)) {
      lauxlib.luaL_requiref(state, to_luastring(name), open, 1);
      lua.lua_pop(state, 1);
    }
    for (const name of UNSAFE) setGlobal(state, name, () => lua.lua_pushnil(state));
    lua.lua_getglobal(state, to_luastring("os"));
    lua.lua_pushnil(state);
    const extra = [];
    while (lua.lua_next(state, -2)) {
      const name = to_jsstring(lua.lua_tostring(state, -2));
      if (!OS_KEPT.has(name)) extra.push(name);
      lua.lua_pop(state, 1);
    }
    for (const name of extra) {
      lua.lua_pushnil(state);
      lua.lua_setfield(state, -2, to_luastring(name));
    }
    lua.lua_pop(state, 1);
    setFunction(state, "print", (thread) => {
      this.console.log(
        Array.from({ length: lua.lua_gettop(thread) }, (_, index) => text(thread, index + 1)).join("\t"),
      );
      return 0;
    });
    setGlobal(state, "json", () => pushTable(state, { encode: jsonEncode, decode: jsonDecode }));
  }

  #offerContext() {
    const functions = Object.keys(this.ctx).map((name) => [name, (thread) => this.#call(thread, name)]);
    setGlobal(this.state, "ctx", () => pushTable(this.state, Object.fromEntries(functions)));
  }

  #call(thread, name) {
    if (thread !== this.thread) {
      return lauxlib.luaL_error(thread, to_luastring(`ctx.${name} can't be called inside a coroutine`));
    }
    const args = [];
    for (let index = 1; index <= lua.lua_gettop(thread); index++) args.push(take(thread, index, 0));
    this.waiting = name === "fetch" ? this.#fetch(...args) : this.ctx[name](...args);
    return lua.lua_yieldk(thread, 0, 0, (resumed) =>
      lua.lua_toboolean(resumed, 1) ? 1 : lua.lua_error(resumed),
    );
  }

  /** `ctx.fetch(url, {method=, headers=, body=})` answers `{status=, url=, headers=, body=}`. */
  async #fetch(url, init) {
    const response = await this.ctx.fetch(url, init ?? {});
    const headers = Object.fromEntries(response.headers.entries());
    return { status: response.status, url: response.url, headers, body: await response.text() };
  }
}

function jsonEncode(thread) {
  lua.lua_pushstring(thread, to_luastring(JSON.stringify(take(thread, 1, 0)) ?? "null"));
  return 1;
}

function jsonDecode(thread) {
  let value;
  try {
    value = JSON.parse(to_jsstring(lauxlib.luaL_checkstring(thread, 1)));
  } catch (error) {
    return lauxlib.luaL_error(thread, to_luastring(`json.decode: ${error.message}`));
  }
  push(thread, value, 0);
  return 1;
}

function push(thread, value, depth) {
  if (depth > MAX_DEPTH) throw luaError("LuaError", "a value is nested too deeply");
  if (value === undefined || value === null) lua.lua_pushnil(thread);
  else if (typeof value === "boolean") lua.lua_pushboolean(thread, value);
  else if (typeof value === "number") pushNumber(thread, value);
  else if (typeof value === "string") lua.lua_pushstring(thread, to_luastring(value));
  else pushFields(thread, value, depth);
}

function pushNumber(thread, value) {
  const fits = Number.isInteger(value) && Math.abs(value) < 2 ** 31;
  if (fits) lua.lua_pushinteger(thread, value);
  else lua.lua_pushnumber(thread, value);
}

function pushFields(thread, value, depth) {
  lua.lua_newtable(thread);
  for (const [key, field] of Object.entries(value)) {
    if (Array.isArray(value)) lua.lua_pushinteger(thread, Number(key) + 1);
    else lua.lua_pushstring(thread, to_luastring(key));
    push(thread, field, depth + 1);
    lua.lua_settable(thread, -3);
  }
}

function take(thread, index, depth) {
  switch (lua.lua_type(thread, index)) {
    case lua.LUA_TNIL:
    case lua.LUA_TNONE:
      return null;
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(thread, index);
    case lua.LUA_TNUMBER:
      return lua.lua_tonumber(thread, index);
    case lua.LUA_TSTRING:
      return to_jsstring(lua.lua_tostring(thread, index), undefined, undefined, true);
    case lua.LUA_TTABLE:
      return takeTable(thread, lua.lua_absindex(thread, index), depth);
    default:
      return tostring(thread, index);
  }
}

/** A table with the keys 1 to n is a list. */
function takeTable(thread, index, depth) {
  if (depth > MAX_DEPTH) return "[nested too deeply]";
  const entries = [];
  lua.lua_pushnil(thread);
  while (lua.lua_next(thread, index)) {
    entries.push([take(thread, -2, depth + 1), take(thread, -1, depth + 1)]);
    lua.lua_pop(thread, 1);
  }
  const byKey = new Map(entries);
  const isList = entries.length > 0 && entries.every((_, at) => byKey.has(at + 1));
  return isList ? entries.map((_, at) => byKey.get(at + 1)) : Object.fromEntries(entries);
}

function text(thread, index) {
  const isTable = lua.lua_type(thread, index) === lua.LUA_TTABLE;
  const hasOwnText =
    isTable && lauxlib.luaL_getmetafield(thread, index, to_luastring("__tostring")) !== lua.LUA_TNIL;
  if (hasOwnText) lua.lua_pop(thread, 1);
  return isTable && !hasOwnText ? JSON.stringify(take(thread, index, 0)) : tostring(thread, index);
}

function tostring(thread, index) {
  const shown = to_jsstring(lauxlib.luaL_tolstring(thread, index), undefined, undefined, true);
  lua.lua_pop(thread, 1);
  return shown;
}

function luaError(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

function setGlobal(state, name, pushValue) {
  pushValue();
  lua.lua_setglobal(state, to_luastring(name));
}

function setFunction(state, name, fn) {
  setGlobal(state, name, () => lua.lua_pushcfunction(state, fn));
}

function pushTable(state, functions) {
  lua.lua_newtable(state);
  for (const [name, fn] of Object.entries(functions)) {
    lua.lua_pushcfunction(state, fn);
    lua.lua_setfield(state, -2, to_luastring(name));
  }
}
