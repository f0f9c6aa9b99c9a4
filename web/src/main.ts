import { mount } from "svelte";
import App from "./App.svelte";
import { wear } from "./theme";
import "./theme.css";

wear();
const target = document.getElementById("app");
if (target) mount(App, { target });
