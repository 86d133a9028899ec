/** Holds a route against the contract's table of calls, by which app and command line call it. Types only. */
import type { z } from "zod";
import type { Calls } from "../../../contract/calls/calls.ts";
import type { JsonOf } from "../../../contract/schema.ts";
import type { Answer, Answers } from "../reply.ts";

/** `/agents/:slug` as `/agents/{slug}`. */
type Template<Path extends string> = Path extends `${infer Head}:${infer Rest}`
  ? `${Head}{${NameIn<Rest>}}${Template<AfterName<Rest>>}`
  : Path;
type NameIn<Rest extends string> = Rest extends `${infer Name}/${string}`
  ? WithoutPattern<Name>
  : WithoutPattern<Rest>;
type WithoutPattern<Name extends string> = Name extends `${infer Plain}{${string}` ? Plain : Name;
type AfterName<Rest extends string> = Rest extends `${string}/${infer Tail}` ? `/${Tail}` : "";

type NameOf<Method extends string, Path extends string> = `${Uppercase<Method>} ${Template<Path>}`;

/** An answer as JSON; those that are no JSON are nobody's to read. */
type Told<A extends Answer> = A extends z.ZodType ? JsonOf<() => A> : A extends "empty" ? null : never;
type ToldBy<A extends Answers> = {
  [Status in keyof A & number]: A[Status] extends readonly (infer Each extends Answer)[]
    ? Told<Each>
    : A[Status] extends Answer
      ? Told<A[Status]>
      : never;
}[keyof A & number];

/** Anything where the table says the same as the route, or does not have it; else a field that no route has. */
export type KeptCall<Method extends string, Path extends string, A extends Answers, B extends z.ZodType> =
  NameOf<Method, Path> extends infer Name extends keyof Calls
    ? KeptAnswer<ToldBy<A>, Calls[Name]["answer"]> & KeptBody<Calls[Name], z.input<B>>
    : unknown;

type KeptAnswer<Route, Call> = [Route] extends [Call]
  ? unknown
  : { contractSaysOfTheAnswer: Call; routeSays: Route };

type KeptBody<Call, Body> = Call extends { body: infer Given }
  ? [Given] extends [Blob | FormData | Body]
    ? unknown
    : { contractSaysOfTheBody: Given; routeSays: Body }
  : unknown;
