// AttentionTags: the elements as tags of JSX, for the frameworks that check those; of what public.ts says of the elements.

import type { AttentionElementMap, AttentionEventMap } from "./public.js";

/** A property's name as its attribute is written: `dIn` is `d-in`. */
type AttributeName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${AttributeName<Rest>}`
  : Name;

/** What an element has beyond every other, but for what can only be read. */
type Settable<E extends HTMLElement> = Omit<E, keyof HTMLElement | "currentPermalink">;

type Properties<E extends HTMLElement> = Partial<Settable<E>>;

type Attributes<E extends HTMLElement> = {
  [Name in Extract<keyof Settable<E>, string> as AttributeName<Name>]?: Settable<E>[Name];
};

type Listeners = { [Name in keyof AttentionEventMap as `on${Name}`]?: (event: AttentionEventMap[Name]) => void };

/**
 * What each tag takes in JSX: attributes, properties and, as `onattention-change`, listeners.
 *
 * @typeParam Base - what the framework lets every tag take
 */
export type AttentionTags<Base = unknown> = {
  [Tag in keyof AttentionElementMap]: Base &
    Properties<AttentionElementMap[Tag]> &
    Attributes<AttentionElementMap[Tag]> &
    Listeners;
};
